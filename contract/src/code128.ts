import { CODE128_STOP, CODE128_WIDTHS } from './code128-patterns.ts';

/** Put this private-use character into the text where the symbol should have function character 1. */
export const FNC1 = '\uE001';

export interface Code128Symbol {
  /** Start, data and check characters, without the stop character. */
  codewords: number[];
  /** Widths in modules of alternating bars and spaces, from the first bar to the last. */
  widths: Uint8Array;
  modules: number;
}

export const SHIFT = 98;
export const FUNCTION_1 = 102;
/** Start characters of sets A, B and C. */
const STARTS = [103, 104, 105] as const;
/** Characters that switch to set A, B or C. */
const SWITCHES = [101, 100, 99] as const;

const A = 0;
const B = 1;
const C = 2;
type CodeSet = typeof A | typeof B | typeof C;
const FNC1_CODE = FNC1.charCodeAt(0);
const FAR = 1_000_000;

/** A step is one of these, or the code set to switch to. */
const CHARACTER = 3;
const SHIFTED = 4;

/** Finds the shortest symbol for the text over all possible changes of code set. */
export function encodeCode128(text: string): Code128Symbol {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127 && code !== FNC1_CODE) throw new RangeError(`Code 128 has no character ${code}`);
  }
  return draw(withCheck(shortest(text)));
}

function shortest(text: string): number[] {
  const length = text.length;
  const cost = new Int32Array(3 * (length + 2));
  const steps = new Uint8Array(3 * length);
  for (let at = length - 1; at >= 0; at--) {
    considerCharacter(cost, steps, A, text, at);
    considerCharacter(cost, steps, B, text, at);
    considerCharacter(cost, steps, C, text, at);
    considerShift(cost, steps, text.charCodeAt(at), at);
    considerSwitches(cost, steps, at);
  }
  return walk(text, steps, cheapest(cost, 0));
}

function considerCharacter(cost: Int32Array, steps: Uint8Array, set: CodeSet, text: string, at: number) {
  const width = widthIn(set, text, at);
  cost[3 * at + set] = width === 0 ? FAR : 1 + (cost[3 * (at + width) + set] ?? FAR);
  steps[3 * at + set] = CHARACTER;
}

/** How many text characters one symbol character of the set encodes here; 0 if it cannot. */
function widthIn(set: CodeSet, text: string, at: number): 0 | 1 | 2 {
  const code = text.charCodeAt(at);
  if (code === FNC1_CODE) return 1;
  if (set === A) return code < 96 ? 1 : 0;
  if (set === B) return code >= 32 ? 1 : 0;
  return isDigit(code) && isDigit(text.charCodeAt(at + 1)) ? 2 : 0;
}

function considerShift(cost: Int32Array, steps: Uint8Array, code: number, at: number) {
  if (code === FNC1_CODE) return;
  const set = code < 32 ? B : code >= 96 ? A : null;
  if (set === null) return;
  const shifted = 2 + (cost[3 * (at + 1) + set] ?? FAR);
  if (shifted < (cost[3 * at + set] ?? FAR)) {
    cost[3 * at + set] = shifted;
    steps[3 * at + set] = SHIFTED;
  }
}

function considerSwitches(cost: Int32Array, steps: Uint8Array, at: number) {
  const target = cheapest(cost, at);
  const switched = 1 + (cost[3 * at + target] ?? FAR);
  for (let set: number = A; set <= C; set++) {
    if (switched >= (cost[3 * at + set] ?? FAR)) continue;
    cost[3 * at + set] = switched;
    steps[3 * at + set] = target;
  }
}

function cheapest(cost: Int32Array, at: number): CodeSet {
  let best: CodeSet = C;
  if ((cost[3 * at + B] ?? FAR) < (cost[3 * at + best] ?? FAR)) best = B;
  if ((cost[3 * at + A] ?? FAR) < (cost[3 * at + best] ?? FAR)) best = A;
  return best;
}

function walk(text: string, steps: Uint8Array, start: CodeSet): number[] {
  const codewords: number[] = [STARTS[start]];
  let set = start;
  let at = 0;
  while (at < text.length) {
    const step = steps[3 * at + set];
    if (step === CHARACTER) {
      codewords.push(valueIn(set, text, at));
      at += widthIn(set, text, at);
    } else if (step === SHIFTED) {
      codewords.push(SHIFT, valueIn(set === A ? B : A, text, at));
      at += 1;
    } else {
      set = step === A ? A : step === B ? B : C;
      codewords.push(SWITCHES[set]);
    }
  }
  return codewords;
}

function valueIn(set: CodeSet, text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === FNC1_CODE) return FUNCTION_1;
  if (set === C) return 10 * (code - 48) + text.charCodeAt(at + 1) - 48;
  return code < 32 ? code + 64 : code - 32;
}

function withCheck(codewords: number[]): number[] {
  let sum = codewords[0] ?? 0;
  for (let at = 1; at < codewords.length; at++) sum += at * (codewords[at] ?? 0);
  codewords.push(sum % 103);
  return codewords;
}

const PATTERNS = Uint8Array.from(CODE128_WIDTHS.join(''), Number);
const STOP = Uint8Array.from(CODE128_STOP, Number);

function draw(codewords: number[]): Code128Symbol {
  const widths = new Uint8Array(codewords.length * 6 + STOP.length);
  for (let at = 0; at < codewords.length; at++) {
    const from = 6 * (codewords[at] ?? 0);
    for (let element = 0; element < 6; element++) widths[6 * at + element] = PATTERNS[from + element] ?? 0;
  }
  widths.set(STOP, codewords.length * 6);
  return { codewords, widths, modules: codewords.length * 11 + 13 };
}

const isDigit = (code: number) => code >= 48 && code <= 57;
