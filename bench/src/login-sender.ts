import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A worker thread that sends sign-ins at a fixed rate from "start" to "stop", whether or not earlier ones were
 * answered, and then reports the answers.
 */
const { url, account, perSecond } = workerData as { url: string; account: object; perSecond: number };
const answers: Record<string, number> = {};
let sending = false;
let sent = 0;

async function logIn(): Promise<void> {
  sent += 1;
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.9.${(sent >> 8) & 255}.${sent & 255}`,
    },
    body: JSON.stringify(account),
  });
  await answer.text();
  answers[answer.status] = (answers[answer.status] ?? 0) + 1;
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
