import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A worker thread that sends sign-ins at a fixed rate from "start" to "stop", whether or not earlier ones were
 * answered, and then reports the answers. It simulates other machines, so it gets only the processor time that is left.
 */
const { url, account, perSecond } = workerData as { url: string; account: object; perSecond: number };
const body = JSON.stringify(account);
const agent = new Agent({ keepAlive: true });
const answers: Record<string, number> = {};
let sending = false;
let sent = 0;

setPriority(19);

function logIn(): Promise<void> {
  sent += 1;
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-forwarded-for': `10.9.${(sent >> 8) & 255}.${sent & 255}`,
  };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, (answer) => {
      const status = answer.statusCode ?? 0;
      answers[status] = (answers[status] ?? 0) + 1;
      answer.resume().once('end', resolve);
    })
      .once('error', reject)
      .end(body);
  });
}

parentPort?.on('message', async (message: 'start' | 'stop') => {
  sending = message === 'start';
  const logins: Promise<void>[] = [];
  while (sending) {
    logins.push(logIn());
    await sleep(1000 / perSecond);
  }
  if (message === 'stop') return;
  await Promise.all(logins);
  parentPort?.postMessage(answers);
});
