import {
  type AuthorizationAnswer,
  type AuthorizationFlow,
  type AuthorizationRequest,
  SourceRefusedError,
} from '../port.ts';
import { appOf, type EbayDeps } from './ebay-deps.ts';
import { requestToken } from './ebay-tokens.ts';

const SCOPES = [
  'https://api.ebay.com/oauth/api_scope/sell.fulfillment',
  'https://api.ebay.com/oauth/api_scope/commerce.identity.readonly',
] as const;

/** Authorization code. The app's RuName takes the place of the address that eBay sends the browser back to. */
export class EbayAuthorization implements AuthorizationFlow {
  readonly hasOperatorApp: boolean;
  readonly #deps: EbayDeps;

  constructor(deps: EbayDeps) {
    this.#deps = deps;
    this.hasOperatorApp = deps.app !== null;
  }

  start({ entered, state }: AuthorizationRequest): string {
    const { clientId, ruName } = appOf(this.#deps, entered);
    const url = new URL('/oauth2/authorize', this.#deps.origins.auth);
    url.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: ruName,
      response_type: 'code',
      state,
      scope: SCOPES.join(' '),
    }).toString();
    return url.href;
  }

  async finish({ entered, state }: AuthorizationRequest, { query }: AuthorizationAnswer) {
    const answer = new Map(query);
    const code = answer.get('code') ?? '';
    if (answer.get('state') !== state || code === '')
      throw new SourceRefusedError('permission', 'Access to the eBay account was denied.');
    const app = appOf(this.#deps, entered);
    const grant = { grant_type: 'authorization_code', redirect_uri: app.ruName, code };
    return { address: '', secrets: { ...entered, ...(await requestToken(this.#deps, app, grant)) } };
  }
}
