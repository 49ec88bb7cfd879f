import { normalizeIP } from '@fastify/rate-limit';

/** Who calls from an IP address: in IPv6, all addresses in a network of 64 bits are one caller. */
export const callerOf = (ip: string): string => normalizeIP(ip);
