import { isIP } from 'node:net';
import { PRODUCT_NAME } from '@lading/contract/constants.ts';

/** The site that passkeys are bound to: the host of the public URL. */
export interface RelyingParty {
  id: string;
  name: string;
  origin: string;
}

/** Null when the public URL has an IP address: browsers tie passkeys to domain names only. */
export function relyingPartyAt(publicUrl: string): RelyingParty | null {
  const url = URL.parse(publicUrl);
  if (!url || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  // Browsers offer passkeys only over https, and on localhost.
  if (url.protocol !== 'https:' && url.hostname !== 'localhost') return null;
  return { id: url.hostname, name: PRODUCT_NAME, origin: url.origin };
}
