import {
  type ConnectedKind,
  type ConnectSourceBody,
  ConnectSourceBodySchema,
} from '@lading/contract/orders/order-sources.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';

/** As typed. Each kind uses some of the fields. */
export interface ConnectDraft {
  name: string;
  address: string;
  way: 'client_credentials' | 'token';
  clientId: string;
  clientSecret: string;
  token: string;
  consumerKey: string;
  consumerSecret: string;
  userName: string;
  password: string;
}

export const emptyDraft = (name: string, address: string): ConnectDraft => ({
  name,
  address,
  way: 'client_credentials',
  clientId: '',
  clientSecret: '',
  token: '',
  consumerKey: '',
  consumerSecret: '',
  userName: '',
  password: '',
});

function credentialsOf(kind: ConnectedKind, draft: ConnectDraft) {
  const { address, way, clientId, clientSecret, token, consumerKey, consumerSecret, userName, password } =
    draft;
  if (kind === 'woocommerce') return { kind, address, consumerKey, consumerSecret };
  if (kind === 'custom_store') return { kind, address, userName, password };
  return { kind, address, access: way === 'token' ? { way, token } : { way, clientId, clientSecret } };
}

export const checkDraft = (kind: ConnectedKind, draft: ConnectDraft): Checked<ConnectSourceBody> =>
  checkBody(ConnectSourceBodySchema, { name: draft.name, credentials: credentialsOf(kind, draft) });
