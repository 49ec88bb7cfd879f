import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Survival, surviveFaults } from './survive-faults.ts';

const SOURCES = resolve(import.meta.dirname, '../src');

/** Customers have no stores: `orders-kills.long.test.ts` kills the program at these crash points. */
const OF_STORES = /domains.orders/;

/** Every crash point that customers pass, read from the source, so that new ones are tested automatically. */
export const crashPoints = (): string[] => pointsIn((file) => !OF_STORES.test(file));
export const crashPointsOfStores = (): string[] => pointsIn((file) => OF_STORES.test(file));

const pointsIn = (isWanted: (file: string) => boolean): string[] => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && isWanted(file),
  );
  const names = files.flatMap((file) =>
    [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/failpoint\('([\w-]+)'\)/g)].map(
      ([, name = '']) => name,
    ),
  );
  return [...new Set(names)];
};

/** Files whose crash points only customers with a balance, the operator and slow jobs pass. */
const RARE = /top-ups|pay-out|charge-stored-card|processor-balance|adjustments|billing/;
const QUICK_SHARE = { common: 5, rare: 1 };

/** The crash points of the quick tier: some of those that every customer passes, and one of the others. */
export function someCrashPoints(random: () => number): string[] {
  const rare = pointsIn((file) => RARE.test(file));
  const common = pointsIn((file) => !RARE.test(file) && !OF_STORES.test(file));
  return [...spreadOver(common, QUICK_SHARE.common, random), ...spreadOver(rare, QUICK_SHARE.rare, random)];
}

/** Evenly spread, from a random start. */
function spreadOver(points: readonly string[], count: number, random: () => number): string[] {
  const first = Math.floor(random() * points.length);
  return Array.from({ length: count }, (_, at) => {
    const position = first + Math.floor((at * points.length) / count);
    return points[position % points.length] ?? '';
  });
}

interface Crash {
  point: string;
  nthHit: number;
}

interface CrashReport extends Survival {
  /** Crashes that did not happen because the program never reached the point. */
  missed: Crash[];
}

/** Kills the program at one crash point after the other, at the given hit, and starts it again. */
export async function crash(databaseUrl: string, crashes: Crash[], rounds?: number): Promise<CrashReport> {
  const missed: Crash[] = [];
  const survival = await surviveFaults(databaseUrl, {
    processes: 1,
    ...(rounds !== undefined && { rounds }),
    disrupt: async ([lading], { isOver }) => {
      for (const planned of crashes) {
        if (!(await lading?.crashAt(`${planned.point}:${planned.nthHit}`, isOver))) missed.push(planned);
      }
      await lading?.start();
    },
  });
  return { ...survival, missed };
}

/** How often the program passes each crash point without faults. */
export async function countHits(databaseUrl: string, rounds: number): Promise<Map<string, number>> {
  let counted = new Map<string, number>();
  await surviveFaults(databaseUrl, {
    processes: 1,
    rounds,
    disrupt: async ([lading], { isOver }) => {
      await lading?.crashAt('none', isOver);
      counted = lading?.hits() ?? counted;
      await lading?.start();
    },
  });
  return counted;
}
