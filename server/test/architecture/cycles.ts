import type { Import } from './file-facts.ts';

/** Groups of files that import each other, type imports included (strongly connected components, Tarjan). */
export function findCycles(imports: readonly Pick<Import, 'from' | 'to'>[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  const visit = (file: string): number => {
    const number = index.size;
    index.set(file, number);
    let lowest = number;
    stack.push(file);
    for (const { to } of targets.get(file) ?? []) {
      if (to === file) cycles.push([file]);
      if (!index.has(to)) lowest = Math.min(lowest, visit(to));
      else if (stack.includes(to)) lowest = Math.min(lowest, low.get(to) ?? index.get(to) ?? lowest);
      low.set(file, lowest);
    }
    low.set(file, lowest);
    if (lowest === number) {
      const cycle = stack.splice(stack.indexOf(file));
      if (cycle.length > 1) cycles.push(cycle.sort());
    }
    return lowest;
  };
  for (const file of targets.keys()) if (!index.has(file)) visit(file);
  return cycles;
}
