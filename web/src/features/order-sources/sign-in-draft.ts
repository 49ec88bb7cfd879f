import {
  type AuthorizedKind,
  type AuthorizeSourceBody,
  AuthorizeSourceBodySchema,
} from '@lading/contract/orders/authorize-source.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';

/** As typed. Each kind uses some of the fields. */
export interface SignInDraft {
  name: string;
  address: string;
  keystring: string;
  sharedSecret: string;
  clientId: string;
  clientSecret: string;
  ruName: string;
}

export const emptySignIn = (address: string): SignInDraft => ({
  name: '',
  address,
  keystring: '',
  sharedSecret: '',
  clientId: '',
  clientSecret: '',
  ruName: '',
});

/** The store to sign in to, and whether the client's own app is used. */
interface SignInTarget {
  kind: AuthorizedKind;
  hasOperatorApp: boolean;
  /** The store to reconnect. */
  sourceId: string | undefined;
}

function storeOf({ kind, hasOperatorApp }: SignInTarget, draft: SignInDraft) {
  const { address, keystring, sharedSecret, clientId, clientSecret, ruName } = draft;
  if (kind === 'shopify' || kind === 'woocommerce') return { kind, address };
  if (hasOperatorApp) return { kind };
  return { kind, app: kind === 'etsy' ? { keystring, sharedSecret } : { clientId, clientSecret, ruName } };
}

export const checkSignIn = (target: SignInTarget, draft: SignInDraft): Checked<AuthorizeSourceBody> =>
  checkBody(AuthorizeSourceBodySchema, {
    store: storeOf(target, draft),
    name: draft.name,
    ...(target.sourceId !== undefined && { sourceId: target.sourceId }),
  });
