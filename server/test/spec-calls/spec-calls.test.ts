import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../build-test-app.ts';
import { whileWorking } from '../bulk.ts';
import { makeUser } from '../factories.ts';
import { makeSpecCalls } from './make-spec-calls.ts';

const SECOND_MS = 1000;

let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.close());

async function callTestApp(): Promise<string[]> {
  const { port } = test.app.server.address() as AddressInfo;
  return makeSpecCalls({
    baseUrl: `http://127.0.0.1:${port}`,
    admin: await makeUser(test, { role: 'admin', email: 'admin@spec.example', name: 'Olive Admin' }),
    now: test.clock.now(),
    run: 'run1',
    // Otherwise the order and the number of audit records would depend on how fast the calls are.
    beforeCall: async () => {
      await test.paymentEvents();
      test.clock.advance(SECOND_MS);
    },
  });
}

// To accept a difference, run this file with `-u` and explain the change in the commit.
it('answers every HTTP call of the specification as before', async () => {
  const lines = await whileWorking(test, callTestApp);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./answers.jsonl');
});
