import type { SourceCredentials } from '@lading/contract/orders/order-sources.ts';
import { newSecret } from '../../platform/ids.ts';
import type { SourceSecrets } from '../../providers/order-sources/port.ts';

type ShopifyAccess = Extract<SourceCredentials, { kind: 'shopify' }>['access'];

const shopifySecrets = (access: ShopifyAccess): SourceSecrets =>
  access.way === 'token'
    ? { accessToken: access.token, ...(access.clientSecret && { clientSecret: access.clientSecret }) }
    : { clientId: access.clientId, clientSecret: access.clientSecret };

/**
 * What the shop signs its webhooks with: Shopify with the secret of the app, others with a secret that we give them. Null
 * if we could not check the signatures.
 */
export const webhookSecretOf = (kind: SourceCredentials['kind'], secrets: SourceSecrets): string | null =>
  kind === 'shopify' ? (secrets.clientSecret ?? null) : newSecret();

/** The credentials as the adapter of this kind of shop reads them. */
export function secretsOf(credentials: SourceCredentials): SourceSecrets {
  switch (credentials.kind) {
    case 'shopify':
      return shopifySecrets(credentials.access);
    case 'woocommerce':
      return { consumerKey: credentials.consumerKey, consumerSecret: credentials.consumerSecret };
    case 'custom_store':
      return { userName: credentials.userName, password: credentials.password };
  }
}
