import type { SecurityLevel } from '@lading/contract/runtime-config.ts';

/**
 * A link that carries a secret. In `strict` the secret is in the fragment, which browsers send to no server, so
 * that no log of a proxy contains it.
 */
export const tokenLink = (
  { publicUrl, security }: { publicUrl: () => string; security: SecurityLevel },
  page: string,
  token: string,
): string => `${publicUrl()}${page}${security === 'strict' ? '#' : '?'}token=${token}`;
