/** Less than this cannot be measured reliably. */
const RESOLUTION_MS = 10;

/** CPU time of one run, so that other work on the machine does not count. */
export function cpuMsOfRun(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The same for work that waits. Other work of this process counts too. */
async function cpuMsOfWait(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The best of three runs. */
const cpuMsOf = (work: () => void): number => Math.min(...[1, 2, 3].map(() => cpuMsOfRun(work)));

/** How much more CPU time the work takes than a yardstick that runs on the same machine. */
export const cpuRatio = (work: () => void, yardstick: () => void): number =>
  cpuMsOf(work) / Math.max(cpuMsOf(yardstick), RESOLUTION_MS);

/** How much more CPU time the work takes than a yardstick, each the best of three runs. */
export async function cpuRatioOfWaits(
  work: () => Promise<unknown>,
  yardstick: () => Promise<unknown>,
): Promise<number> {
  const times = [0, 1, 2].map(() => ({ work: 0, yardstick: 0 }));
  for (const time of times) {
    time.work = await cpuMsOfWait(work);
    time.yardstick = await cpuMsOfWait(yardstick);
  }
  const best = (which: 'work' | 'yardstick') => Math.min(...times.map((time) => time[which]));
  return best('work') / Math.max(best('yardstick'), RESOLUTION_MS);
}

/** How much more CPU time the whole text takes than its first half: 2 is linear, 4 quadratic. */
export function cpuGrowth(work: (text: string) => void, text: string): number {
  const half = cpuMsOf(() => work(text.slice(0, text.length / 2)));
  const whole = cpuMsOf(() => work(text));
  return whole / Math.max(half, RESOLUTION_MS);
}

/** Fails only for backtracking that explodes. */
export const MAX_CPU_GROWTH = 6;
