import type { FastifyRequest } from 'fastify';

/** Where a request came from, for the audit log and rate limits. */
export const originOf = (request: FastifyRequest) => ({ ip: request.ip, requestId: request.id });
