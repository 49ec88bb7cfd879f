const SHOP_DOMAIN = /^[a-zA-Z0-9][a-zA-Z0-9-_]*\.myshopify\.com$/;
const SHOP_NAME = /^[a-zA-Z0-9][a-zA-Z0-9-_]*$/;

/**
 * The domain of a store, `name.myshopify.com`, from what a person copies: the domain, a link to the store or a link
 * to its admin. Null for everything else, because we send secrets to this host.
 */
export function shopDomainOf(text: string): string | null {
  const plain = text.trim();
  const link = URL.parse(/^https?:\/\//i.test(plain) ? plain : `https://${plain}`);
  if (link?.username !== '' || link.password !== '' || link.port !== '') return null;
  const host = link.hostname === 'admin.shopify.com' ? adminShop(link.pathname) : link.hostname;
  return host !== null && SHOP_DOMAIN.test(host) ? host.toLowerCase() : null;
}

function adminShop(path: string): string | null {
  const name = /^\/store\/([^/]+)/.exec(path)?.[1];
  return name !== undefined && SHOP_NAME.test(name) ? `${name}.myshopify.com` : null;
}
