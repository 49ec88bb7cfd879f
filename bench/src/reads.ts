import { fastify } from 'fastify';
import { type BenchApp, compare, report, requestsPerSecond } from './harness.ts';

/** L1: the cost of authentication, database and hooks compared with a bare route with the same answer. */
export async function benchReads(app: BenchApp): Promise<void> {
  const headers = { authorization: `Bearer ${app.token}` };
  const answer = await (await fetch(`${app.url}/api/auth/verify`, { headers })).json();
  const bare = fastify();
  bare.get('/', () => answer);
  const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });
  await requestsPerSecond(bareUrl);
  const result = await compare(
    5,
    () => requestsPerSecond(`${app.url}/api/auth/verify`, headers),
    () => requestsPerSecond(bareUrl),
  );
  await bare.close();
  report('L1   signed-in read, requests/s ÷ bare Fastify route', result, '≥ 0.45');
}
