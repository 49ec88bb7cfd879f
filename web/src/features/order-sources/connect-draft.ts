import { type ConnectSourceBody, ConnectSourceBodySchema } from '@lading/contract/orders/order-sources.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import type { ManualKind } from './store-kinds.ts';

/** As typed. Each kind uses some of the fields. */
export interface ConnectDraft {
  name: string;
  address: string;
  way: 'client_credentials' | 'token';
  clientId: string;
  clientSecret: string;
  token: string;
  refreshToken: string;
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
  refreshToken: '',
  consumerKey: '',
  consumerSecret: '',
  userName: '',
  password: '',
});

function credentialsOf(kind: ManualKind, draft: ConnectDraft) {
  const { address, way, clientId, clientSecret, token, consumerKey, consumerSecret, userName, password } =
    draft;
  if (kind === 'woocommerce') return { kind, address, consumerKey, consumerSecret };
  if (kind === 'amazon') return { kind, address, clientId, clientSecret, refreshToken: draft.refreshToken };
  if (kind === 'custom_store') return { kind, address, userName, password };
  return { kind, address, access: way === 'token' ? { way, token } : { way, clientId, clientSecret } };
}

export const checkDraft = (kind: ManualKind, draft: ConnectDraft): Checked<ConnectSourceBody> =>
  checkBody(ConnectSourceBodySchema, { name: draft.name, credentials: credentialsOf(kind, draft) });
