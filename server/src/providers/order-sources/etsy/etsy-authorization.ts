import { digest } from '../../../platform/ids.ts';
import {
  type AuthorizationAnswer,
  type AuthorizationFlow,
  type AuthorizationRequest,
  SourceRefusedError,
} from '../port.ts';
import { appOf, type EtsyDeps } from './etsy-deps.ts';
import { requestToken } from './etsy-tokens.ts';

const SCOPES = ['transactions_r', 'transactions_w', 'shops_r'] as const;

/** Authorization code with PKCE. Etsy has one address for all stores. */
export class EtsyAuthorization implements AuthorizationFlow {
  readonly hasOperatorApp: boolean;
  readonly #deps: EtsyDeps;

  constructor(deps: EtsyDeps) {
    this.#deps = deps;
    this.hasOperatorApp = deps.app !== null;
  }

  start({ entered, state, codeVerifier, redirectUrl }: AuthorizationRequest): string {
    const url = new URL('/oauth/connect', this.#deps.origins.site);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: appOf(this.#deps, entered).keystring,
      redirect_uri: redirectUrl,
      scope: SCOPES.join(' '),
      state,
      code_challenge: digest(codeVerifier).toString('base64url'),
      code_challenge_method: 'S256',
    }).toString();
    return url.href;
  }

  async finish(request: AuthorizationRequest, { query }: AuthorizationAnswer) {
    const answer = new Map(query);
    const code = answer.get('code') ?? '';
    if (answer.get('state') !== request.state || code === '')
      throw new SourceRefusedError('permission', 'Access to the Etsy shop was denied.');
    const secrets = await requestToken(this.#deps, {
      grant_type: 'authorization_code',
      client_id: appOf(this.#deps, request.entered).keystring,
      redirect_uri: request.redirectUrl,
      code,
      code_verifier: request.codeVerifier,
    });
    return { address: '', secrets: { ...request.entered, ...secrets } };
  }
}
