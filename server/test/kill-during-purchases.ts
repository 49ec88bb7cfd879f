import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from './random-from.ts';
import { type Shopping, type Survival, surviveFaults } from './survive-faults.ts';

export interface Kills {
  kills: number;
  seed: number;
  /** Program processes on the one database; each kill takes one of them. */
  processes: number;
  rounds?: number;
}

/** The program is killed at random moments while customers buy, and started again. */
export function killDuringPurchases(databaseUrl: string, { kills, seed, ...plan }: Kills): Promise<Survival> {
  const random = randomFrom(seed);
  return surviveFaults(databaseUrl, {
    ...plan,
    disturb: async (ladings, shopping) => {
      await Promise.all(ladings.map((lading) => lading.start()));
      for (let kill = 0; kill < kills; kill += 1) {
        await roundsGoBy(shopping, 1 + Math.floor(random() * 6));
        await sleep(random() * 300);
        const victim = ladings[Math.floor(random() * ladings.length)];
        await victim?.end('SIGKILL');
        await sleep(random() * 1000);
        await victim?.start();
      }
    },
  });
}

/** However slow the machine is, something happens between two kills. */
async function roundsGoBy(shopping: Shopping, count: number): Promise<void> {
  const enough = shopping.rounds() + count;
  while (shopping.rounds() < enough && !shopping.isOver()) await sleep(10);
}
