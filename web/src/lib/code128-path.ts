import { encodeCode128 } from '@lading/contract/code128.ts';

export const QUIET_ZONE_MODULES = 10;

interface BarcodePath {
  /** SVG path of all bars, one unit high and one unit per module. It starts after the left quiet zone. */
  d: string;
  /** Width in modules, including both quiet zones. */
  modules: number;
}

export function code128Path(text: string): BarcodePath {
  const { widths, modules } = encodeCode128(text);
  let x = QUIET_ZONE_MODULES;
  let d = '';
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) d += `M${x} 0h${width}v1h-${width}z`;
    x += width;
  }
  return { d, modules: modules + 2 * QUIET_ZONE_MODULES };
}
