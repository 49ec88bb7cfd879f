export interface KnownRoute {
  path: string;
  label: string;
}

/** Edit distance in characters; swapping two adjacent ones counts as one edit. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

const LIMIT = 3;
const MAX_DISTANCE = 3;
/** Limits the work for hostile paths. */
const MAX_LENGTH = 200;

const tidy = (path: string) => path.toLowerCase().replace(/\/+$/, '');

export function nearestRoutes(path: string, routes: readonly KnownRoute[]): KnownRoute[] {
  if (path.length > MAX_LENGTH) return [];
  return routes
    .map((route) => ({ route, distance: editDistance(tidy(path), tidy(route.path)) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, LIMIT)
    .map(({ route }) => route);
}
