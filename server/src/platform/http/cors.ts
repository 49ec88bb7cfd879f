import type { FastifyInstance } from 'fastify';

/** Other origins may call the API only if they are listed, and never with cookies or other ambient credentials. */
export function installCors(app: FastifyInstance, origins: string[]): void {
  const allowed = new Set(origins);
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!request.url.startsWith('/api/')) return;
    if (allowed.size > 0) reply.header('vary', 'origin');
    if (origin === undefined || !allowed.has(origin)) return;
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', 'x-request-id, retry-after, content-disposition');
    if (request.method !== 'OPTIONS') return;
    return reply
      .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type, idempotency-key')
      .header('access-control-max-age', '600')
      .code(204)
      .send();
  });
}
