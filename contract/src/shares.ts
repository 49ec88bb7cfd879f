/**
 * Percentages with one decimal that add up to exactly 100. Each share is rounded down, and the largest
 * remainders get the tenths that are left. All zero when there is nothing to share.
 */
export function shares(parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  if (whole === 0) return parts.map(() => 0);
  const exact = parts.map((part, index) => ({ index, tenths: (part * 1000) / whole }));
  const tenths = exact.map((share) => Math.floor(share.tenths));
  const left = 1000 - tenths.reduce((sum, share) => sum + share, 0);
  const remainder = ({ tenths }: { tenths: number }) => tenths - Math.floor(tenths);
  for (const { index } of exact
    .toSorted((a, b) => remainder(b) - remainder(a) || a.index - b.index)
    .slice(0, left))
    tenths[index] = (tenths[index] ?? 0) + 1;
  return tenths.map((share) => share / 10);
}
