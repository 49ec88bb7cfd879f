/** Code 128 (sets B and C) for barcodes drawn in the browser. */

/** Widths of bars and gaps in modules, by symbol value; bar first. */
const WIDTHS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  );

const SWITCH_TO_C = 99;
const SWITCH_TO_B = 100;
const START_B = 104;
const START_C = 105;
const STOP = 106;

export const QUIET_ZONE_MODULES = 10;

const digitsAt = (text: string, at: number) => /^\d*/.exec(text.slice(at))?.[0].length ?? 0;

/** Switching sets costs one symbol and each pair of digits saves one; these runs are long enough to gain. */
const worthSetC = (run: number, atStart: boolean, atEnd: boolean) =>
  atStart && atEnd ? run >= 2 && run % 2 === 0 : run >= (atStart || atEnd ? 4 : 6);

/** Symbol values from start to stop, including the check symbol. */
export function encodeCode128(text: string): number[] {
  if (!/^[\x20-\x7e]+$/.test(text)) throw new RangeError('Code 128 set B supports printable ASCII only.');
  const values: number[] = [];
  let set: 'B' | 'C' | null = null;
  const enter = (next: 'B' | 'C') => {
    if (set === next) return;
    if (set === null) values.push(next === 'B' ? START_B : START_C);
    else values.push(next === 'B' ? SWITCH_TO_B : SWITCH_TO_C);
    set = next;
  };
  const pushB = (at: number) => {
    enter('B');
    values.push(text.charCodeAt(at) - 32);
  };
  for (let at = 0; at < text.length; ) {
    const run = digitsAt(text, at);
    if (!worthSetC(run, at === 0, at + run === text.length)) {
      for (const end = at + Math.max(1, run); at < end; at++) pushB(at);
      continue;
    }
    // An odd digit goes to the side that is in set B.
    if (run % 2 === 1 && at > 0) pushB(at++);
    enter('C');
    for (; digitsAt(text, at) >= 2; at += 2) values.push(Number(text.slice(at, at + 2)));
    if (digitsAt(text, at) === 1) pushB(at++);
  }
  const check = values.reduce((sum, value, position) => sum + value * Math.max(1, position), 0) % 103;
  return [...values, check, STOP];
}

interface BarcodePath {
  /** SVG path of all bars, one unit high and one unit per module. The width includes the quiet zones. */
  d: string;
  modules: number;
}

export function code128Path(text: string): BarcodePath {
  let x = QUIET_ZONE_MODULES;
  let d = '';
  for (const value of encodeCode128(text)) {
    for (const [index, width] of [...(WIDTHS[value] ?? '')].map(Number).entries()) {
      if (index % 2 === 0) d += `M${x} 0h${width}v1h-${width}z`;
      x += width;
    }
  }
  return { d, modules: x + QUIET_ZONE_MODULES };
}
