import { SourceRefusedError } from '../port.ts';

export const credentialsRefused = () =>
  new SourceRefusedError('credentials', 'Shopify does not accept the access token or the app’s credentials.');

export const shopMissing = () =>
  new SourceRefusedError('not_found', 'Shopify does not have a store at this address.');

export const notAShop = () =>
  new SourceRefusedError(
    'not_a_shop',
    'This is not the address of a Shopify store. The address ends with .myshopify.com.',
  );
