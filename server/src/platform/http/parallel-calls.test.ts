import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installErrorAnswers } from './error-answers.ts';
import { limitParallelCalls, parallelCalls, runLimited } from './parallel-calls.ts';

let app: FastifyInstance;
let port: number;
let started: number;
let closed: number;
let end: () => void;

/** Two routes share a limit of one call per account, and wait for `end`. The account is in a header. */
beforeEach(async () => {
  app = fastify();
  installErrorAnswers(app);
  started = 0;
  closed = 0;
  const ended = Promise.withResolvers<string>();
  end = () => ended.resolve('done');
  const limit = parallelCalls(1);
  const onRequest = limitParallelCalls(limit, ({ headers }) => String(headers.account));
  for (const url of ['/change', '/hold'])
    app.get(url, { onRequest }, (one, reply) =>
      runLimited(one, reply, () => {
        started += 1;
        reply.raw.once('close', () => {
          closed += 1;
        });
        return ended.promise;
      }),
    );
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterEach(async () => {
  end();
  await app.close();
});

const send = (path: string, account: string): ClientRequest =>
  request({ port, path, headers: { account }, agent: false }).end();

async function statusOf(call: ClientRequest): Promise<number | undefined> {
  const [answer] = await once(call, 'response');
  answer.resume();
  return answer.statusCode;
}

describe('calls in progress', () => {
  it('are limited for all routes that share the limit, and for each account alone', async () => {
    const first = statusOf(send('/change', 'ada'));
    await expect.poll(() => started).toBe(1);
    expect(await statusOf(send('/hold', 'ada'))).toBe(429);
    const other = statusOf(send('/hold', 'ben'));
    await expect.poll(() => started).toBe(2);
    end();
    expect(await Promise.all([first, other])).toEqual([200, 200]);
    expect(await statusOf(send('/hold', 'ada'))).toBe(200);
  });

  it('are counted until their work ends, even if the caller disconnects', async () => {
    const left = send('/change', 'ada');
    left.on('error', () => {});
    await expect.poll(() => started).toBe(1);
    left.destroy();
    await expect.poll(() => closed).toBe(1);
    expect(await statusOf(send('/change', 'ada'))).toBe(429);
    end();
    await expect.poll(() => statusOf(send('/change', 'ada'))).toBe(200);
  });
});
