import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type DoubleOptions, DoubleServer } from './double-server.ts';
import { NO_FAULTS, outcomeOf } from './fault-plan.ts';

/** Long, because a busy machine is slow. */
const PATIENT = { timeout: 20_000 };

describe('a double', () => {
  const open: DoubleServer[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  const start = async (options: DoubleOptions = {}) => {
    const server: DoubleServer = new DoubleServer(options, async ({ path }) => {
      server.note('done', { path });
      return { status: 201, body: { path } };
    });
    open.push(server);
    await server.listen();
    return server;
  };
  const send = (server: DoubleServer, path: string, signal: AbortSignal) =>
    fetch(server.url + path, { method: 'POST', signal }).then(
      ({ status }) => status,
      () => 'nothing',
    );
  const post = (server: DoubleServer, path: string) => send(server, path, AbortSignal.timeout(20_000));
  /** Waits for the answer until `leave` is called. */
  const postAndWait = (server: DoubleServer, path: string) => {
    const leaving = new AbortController();
    return { answer: send(server, path, leaving.signal), leave: () => leaving.abort() };
  };

  it.each([
    ['fails', { errors: 1 }, 500, 0],
    ['loses the answer', { losesAnswers: 1 }, 'nothing', 1],
    ['ignores calls that are not listed', { errors: 1, only: ['POST /other'] }, 201, 1],
    ['fails calls that are listed', { errors: 1, only: ['POST /things/*'] }, 500, 0],
  ])('%s as planned, with or without doing the work', async (_, faults, answer, done) => {
    const server = await start({ faults });
    expect(await post(server, '/things/17')).toBe(answer);
    expect(server.journal).toHaveLength(done);
  });

  it.each([
    ['never answers', { neverAnswers: 1 }, 0],
    ['answers late', { slow: { share: 1, ms: 600_000 } }, 1],
    ['answers very late', { verySlow: { share: 1, ms: 600_000 } }, 1],
  ])('%s as planned, with or without doing the work', async (_, faults, done) => {
    const server = await start({ faults });
    const { answer, leave } = postAndWait(server, '/things/17');
    await vi.waitFor(() => expect(server.calls.get('POST /things/*')).toBe(1), PATIENT);
    await vi.waitFor(() => expect(server.journal).toHaveLength(done), PATIENT);
    leave();
    expect(await answer).toBe('nothing');
  });

  it('counts calls without the ids in their paths', async () => {
    const server = await start();
    for (const path of ['/v1/things/a1', '/v1/things/b2', '/v1/things']) await post(server, path);
    expect(Object.fromEntries(server.calls)).toEqual({ 'POST /v1/things/*': 2, 'POST /v1/things': 1 });
  });

  it('gives a prepared answer once, only to its kind of call, without doing the work', async () => {
    const server = await start();
    server.answerNext({ call: 'POST /things/*', status: 418, body: 'no' });
    expect([
      await post(server, '/other'),
      await post(server, '/things/1'),
      await post(server, '/things/1'),
    ]).toEqual([201, 418, 201]);
    expect(server.journal).toHaveLength(2);
  });

  it('shows every request to its observers, including requests that a fault drops', async () => {
    const server = await start({ faults: { neverAnswers: 1 } });
    const seen: string[] = [];
    server.onRequest(({ method, path }) => seen.push(`${method} ${path}`));
    const { answer, leave } = postAndWait(server, '/things/17');
    await vi.waitFor(() => expect(seen).toEqual(['POST /things/17']), PATIENT);
    leave();
    expect(await answer).toBe('nothing');
  });

  it('runs as a separate process and keeps its journal on disk', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lading-double-'));
    const journal = join(folder, 'journal');
    const double = spawn(process.execPath, [
      join(import.meta.dirname, 'run-double.ts'),
      'shippo',
      '--journal',
      journal,
      '--options',
      '{"apiKey":"shippo_test_process"}',
    ]);
    try {
      const [line] = await once(createInterface(double.stdout), 'line');
      const url = /^double is ready at (\S+)$/.exec(line)?.[1];
      const response = await fetch(`${url}/tracks`, {
        method: 'POST',
        headers: { authorization: 'ShippoToken shippo_test_process' },
        body: JSON.stringify({ carrier: 'usps', tracking_number: '9400100000000000000000' }),
      });
      expect(response.status).toBe(200);
      expect(JSON.parse(readFileSync(journal, 'utf8'))).toMatchObject({ kind: 'tracking_subscribed' });
    } finally {
      double.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('a fault plan', () => {
  const outcomes = (plan: Partial<typeof NO_FAULTS>, method = 'POST') =>
    Array.from({ length: 2000 }, (_, turn) =>
      outcomeOf({ ...NO_FAULTS, ...plan }, { method, path: '/transactions', turn }),
    );
  const share = (list: string[], outcome: string) =>
    list.filter((one) => one === outcome).length / list.length;

  it('has no faults by default', () => {
    expect(new Set(outcomes({}))).toEqual(new Set(['fine']));
  });

  it('is the same for the same seed and different for another', () => {
    expect(outcomes({ seed: 3, errors: 0.2 })).toEqual(outcomes({ seed: 3, errors: 0.2 }));
    expect(outcomes({ seed: 3, errors: 0.2 })).not.toEqual(outcomes({ seed: 4, errors: 0.2 }));
  });

  it('matches its shares', () => {
    const list = outcomes({ errors: 0.3, losesAnswers: 0.15 });
    expect(share(list, 'error')).toBeCloseTo(0.3, 1);
    expect(share(list, 'lost')).toBeCloseTo(0.7 * 0.15, 1);
  });

  it('does not lose answers to reads', () => {
    expect(share(outcomes({ losesAnswers: 1 }, 'GET'), 'lost')).toBe(0);
  });
});
