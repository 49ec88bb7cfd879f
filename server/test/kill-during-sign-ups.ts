import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '@lading/contract/routes.ts';
import { randomFrom } from './random-from.ts';
import { type RunningLading, runLading } from './run-lading.ts';

interface KillReport {
  seed: number;
  kills: number;
  acknowledged: number;
  lost: string[];
  /** Milliseconds from the start command to ready, per start after a kill. */
  restarts: number[];
}

const CLIENTS = 4;
const PASSWORD = 'a long password';

const post = (lading: RunningLading, path: string, body: object) =>
  fetch(`${lading.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/**
 * Clients sign up continuously while the program is killed at random and restarted. Every acknowledged sign-up must survive,
 * and every start must succeed.
 */
export async function killDuringSignUps(dataDir: string, kills: number, seed: number): Promise<KillReport> {
  const random = randomFrom(seed);
  const report: KillReport = { seed, kills, acknowledged: 0, lost: [], restarts: [] };
  let lading = await runLading(dataDir);
  for (let round = 0; round < kills; round += 1) {
    const acknowledged: string[] = [];
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      signUpUntilKilled(lading, `r${round}c${client}`, acknowledged),
    );
    await sleep(100 + random() * 1200);
    await lading.end('SIGKILL');
    await Promise.all(clients);
    const begun = performance.now();
    lading = await runLading(dataDir);
    report.restarts.push(Math.round(performance.now() - begun));
    report.acknowledged += acknowledged.length;
    report.lost.push(...(await missing(lading, acknowledged)));
  }
  await lading.end('SIGTERM');
  return report;
}

async function signUpUntilKilled(lading: RunningLading, name: string, acknowledged: string[]): Promise<void> {
  for (let number = 0; ; number += 1) {
    const email = `${name}n${number}@kill.example`;
    try {
      const answer = await post(lading, API.register, { email, password: PASSWORD, full_name: 'Ada Park' });
      if (answer.status === 201) acknowledged.push(email);
    } catch {
      return;
    }
  }
}

/** An existing address is refused a second time; the newest one must also be able to sign in. */
async function missing(lading: RunningLading, emails: string[]): Promise<string[]> {
  const lost: string[] = [];
  for (const email of emails) {
    const answer = await post(lading, API.register, {
      email,
      password: PASSWORD,
      full_name: 'Somebody else',
    });
    if (answer.status !== 409) lost.push(email);
  }
  const newest = emails.at(-1);
  if (newest && (await post(lading, API.login, { email: newest, password: PASSWORD })).status !== 200)
    lost.push(newest);
  return lost;
}
