/** Less than this cannot be measured reliably. */
const RESOLUTION_MS = 10;

/** The best of three runs, in CPU time, so that other work on the machine does not count. */
function cpuMsOf(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/** How much more CPU time the whole text takes than its first half: 2 is linear, 4 quadratic. */
export function cpuGrowth(work: (text: string) => void, text: string): number {
  const half = cpuMsOf(() => work(text.slice(0, text.length / 2)));
  const whole = cpuMsOf(() => work(text));
  return whole / Math.max(half, RESOLUTION_MS);
}

/** Fails only for backtracking that explodes. */
export const MAX_CPU_GROWTH = 6;
