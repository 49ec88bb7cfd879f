import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from './random-from.ts';
import type { RestartableProcess } from './restartable-process.ts';
import { type Shopping, type Survival, surviveFaults } from './survive-faults.ts';

interface Kills {
  kills: number;
  seed: number;
  /** Processes on the one database; each kill hits one of them. */
  processes: number;
  rounds?: number;
}

/** Kills the program at random while customers buy, and starts it again. */
export function killDuringPurchases(databaseUrl: string, { kills, seed, ...plan }: Kills): Promise<Survival> {
  const random = randomFrom(seed);
  return surviveFaults(databaseUrl, {
    ...plan,
    disrupt: async (processes, shopping) => {
      await Promise.all(processes.map((lading) => lading.start()));
      await killAtRandom(processes, shopping, kills, random);
    },
  });
}

async function killAtRandom(
  processes: readonly RestartableProcess[],
  shopping: Shopping,
  kills: number,
  random: () => number,
): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await waitForRounds(shopping, 1 + Math.floor(random() * 6));
    await sleep(random() * 300);
    const target = processes[Math.floor(random() * processes.length)];
    await target?.end('SIGKILL');
    await sleep(random() * 1000);
    await target?.start();
  }
}

/** Counts purchases instead of time, so that a slow machine also does something between two kills. */
export async function waitForRounds(shopping: Shopping, count: number): Promise<void> {
  const enough = shopping.rounds() + count;
  while (shopping.rounds() < enough && !shopping.isOver()) await sleep(10);
}
