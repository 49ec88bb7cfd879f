import type { ConnectedKind, SourceCredentials } from '@lading/contract/orders/order-sources.ts';
import type { SourceSecrets } from '../../providers/order-sources/port.ts';

type ShopifyAccess = Extract<SourceCredentials, { kind: 'shopify' }>['access'];

const shopifySecrets = (access: ShopifyAccess): SourceSecrets =>
  access.way === 'token'
    ? { accessToken: access.token, ...(access.clientSecret && { clientSecret: access.clientSecret }) }
    : { clientId: access.clientId, clientSecret: access.clientSecret };

/** The credentials as the adapter of this kind of store reads them. */
function secretsOf(credentials: SourceCredentials): SourceSecrets {
  switch (credentials.kind) {
    case 'shopify':
      return shopifySecrets(credentials.access);
    case 'woocommerce':
      return { consumerKey: credentials.consumerKey, consumerSecret: credentials.consumerSecret };
    case 'amazon':
      return {
        clientId: credentials.clientId,
        clientSecret: credentials.clientSecret,
        refreshToken: credentials.refreshToken,
      };
    case 'custom_store':
      return { userName: credentials.userName, password: credentials.password };
  }
}

/** A store's address and credentials, entered by the client or obtained by signing in. */
export interface StoreAccess {
  kind: ConnectedKind;
  address: string;
  secrets: SourceSecrets;
}

export const accessOf = (credentials: SourceCredentials): StoreAccess => ({
  kind: credentials.kind,
  address: credentials.address,
  secrets: secretsOf(credentials),
});
