import { Resolver } from 'node:dns/promises';

interface ResolverOptions {
  /** Those of the system by default. */
  servers?: readonly string[];
  timeoutMs?: number;
}

/**
 * Resolves names by asking the name servers directly. The system's own lookup would block a thread that all other calls
 * need for their lookups as well, and users choose the names, and with them the name servers.
 */
export function createResolver({ servers, timeoutMs = 2_000 }: ResolverOptions = {}) {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (host: string): Promise<string[]> => {
    // IPv4 first: many servers have no IPv6 connection.
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
    return found;
  };
}
