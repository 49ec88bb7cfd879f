import type { OrderSourceDeps } from './order-sources.deps.ts';
import { AUTHORIZATION_MS } from './start-authorization.ts';

type CookieDeps = Pick<OrderSourceDeps, 'publicUrl'>;

const isHttps = ({ publicUrl }: CookieDeps): boolean => publicUrl().startsWith('https:');

/** One per authorization, so that two tabs do not disturb each other. Over https, only this host can set a `__Host-` cookie. */
const nameOf = (deps: CookieDeps, id: string): string =>
  `${isHttps(deps) ? '__Host-' : ''}lading-authorization-${id}`;

/** Lax: the store sends the browser back from another site. */
export function authorizationCookie(
  deps: CookieDeps,
  { id, browserSecret }: { id: string; browserSecret: string },
): string {
  const attributes = `Path=/; Max-Age=${AUTHORIZATION_MS / 1000}; HttpOnly; SameSite=Lax`;
  return `${nameOf(deps, id)}=${browserSecret}; ${attributes}${isHttps(deps) ? '; Secure' : ''}`;
}

/** The secret of an authorization in a Cookie header; empty if there is none. */
export function browserSecretIn(deps: CookieDeps, header: string | undefined, id: string): string {
  for (const part of (header ?? '').split(';')) {
    const [name = '', value = ''] = part.trim().split('=', 2);
    if (name === nameOf(deps, id)) return value;
  }
  return '';
}
