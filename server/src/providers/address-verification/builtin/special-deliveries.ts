import { SHIPS } from './data/street-words.ts';
import type { Word } from './tokenize-line.ts';

/** A delivery without a street: its kind, its standard words, and where it ends in the line. */
export interface SpecialDelivery {
  kind: 'po-box' | 'rural-route' | 'highway-contract' | 'military' | 'ship' | 'general-delivery';
  words: Word[];
  route: string | null;
  box: string | null;
  end: number;
}

const PO_BOX_WORDS = [
  'PO BOX',
  'P O BOX',
  'P OBOX',
  'POBOX',
  'POB',
  'PO BX',
  'POST OFFICE BOX',
  'POST BOX',
  'PO DRAWER',
  'P O DRAWER',
  'POST OFFICE DRAWER',
  'PO CALLER',
  'FIRM CALLER',
  'CALLER BOX',
  'LOCKBOX',
  'LOCK BOX',
  'PO',
  'APARTADO',
].map((phrase) => phrase.split(' '));

/** Only at the start of a line; elsewhere they are ordinary words. */
const BARE_BOX_WORDS = ['BOX', 'DRAWER', 'CALLER'].map((phrase) => [phrase]);
const FIRST_BOX_WORDS = [...PO_BOX_WORDS, ...BARE_BOX_WORDS];
const RURAL_WORDS = ['RURAL ROUTE', 'RURAL RTE', 'RURAL RT', 'RFD ROUTE', 'RR', 'R R', 'RFD'].map((phrase) =>
  phrase.split(' '),
);
/** These are rural routes only when a box follows; without one they are roads. */
const ROUTE_WORDS = ['ROUTE', 'RTE', 'RT', 'RD'].map((phrase) => [phrase]);
const HIGHWAY_CONTRACT_WORDS = [
  'HIGHWAY CONTRACT ROUTE',
  'HIGHWAY CONTRACT',
  'STAR ROUTE',
  'STAR RTE',
  'HCR',
  'HC',
  'H C',
].map((phrase) => phrase.split(' '));

const made = (text: string, raw = ''): Word => ({ text, raw, afterComma: false });

/** A post office box that starts at this word. */
export function boxAt(words: readonly Word[], at: number): SpecialDelivery | null {
  const length = matchPhrase(words, at, at === 0 ? FIRST_BOX_WORDS : PO_BOX_WORDS);
  if (length === 0) return null;
  const number = idAt(words, at + length);
  // `PO` alone is a box only before a number, because streets can be called Po.
  if (!number || (words[at + length - 1]?.text === 'PO' && !/\d/.test(number.id))) return null;
  const out = [made('PO'), made('BOX'), made(number.id, number.raw)];
  return { kind: 'po-box', words: out, route: null, box: number.id, end: number.end };
}

/** Rural and highway contract routes, military addresses, ships and general delivery, at the start of a line. */
export function specialDeliveryAt(words: readonly Word[], at: number): SpecialDelivery | null {
  return (
    militaryAt(words, at) ??
    routeAt(words, at, RURAL_WORDS, 'RR', false) ??
    routeAt(words, at, ROUTE_WORDS, 'RR', true) ??
    routeAt(words, at, HIGHWAY_CONTRACT_WORDS, 'HC', false) ??
    generalDeliveryAt(words, at)
  );
}

function routeAt(
  words: readonly Word[],
  at: number,
  phrases: string[][],
  code: 'RR' | 'HC',
  boxNeeded: boolean,
): SpecialDelivery | null {
  const length = matchPhrase(words, at, phrases);
  const route = length > 0 ? idAt(words, at + length) : null;
  if (!route || !/^\d/.test(route.id)) return null;
  const id = route.id.replace(/^0+(?=\d)/, '');
  const box = boxNumberAt(words, route.end);
  if (!box && boxNeeded) return null;
  const out = [made(code), made(id), ...(box ? [made('BOX'), made(box.id, box.raw)] : [])];
  const kind = code === 'RR' ? 'rural-route' : 'highway-contract';
  return { kind, words: out, route: id, box: box?.id ?? null, end: box?.end ?? route.end };
}

function militaryAt(words: readonly Word[], at: number): SpecialDelivery | null {
  const code = words[at]?.text ?? '';
  if (SHIPS.has(code) && words.length > at + 1)
    return { kind: 'ship', words: words.slice(at), route: null, box: null, end: words.length };
  if (code !== 'UNIT' && code !== 'PSC' && code !== 'CMR') return null;
  const unit = idAt(words, at + 1);
  if (!unit || !/^\d/.test(unit.id)) return null;
  const box = boxNumberAt(words, unit.end, false);
  // `UNIT 5` is an ordinary apartment; with a box it is a military unit.
  if (!box && code === 'UNIT') return null;
  const out = [made(code), made(unit.id), ...(box ? [made('BOX'), made(box.id, box.raw)] : [])];
  return { kind: 'military', words: out, route: unit.id, box: box?.id ?? null, end: box?.end ?? unit.end };
}

function generalDeliveryAt(words: readonly Word[], at: number): SpecialDelivery | null {
  if (words[at]?.text !== 'GENERAL' || !/^(DELIVERY|DEL)$/.test(words[at + 1]?.text ?? '')) return null;
  const out = [made('GENERAL', words[at]?.raw), made('DELIVERY', words[at + 1]?.raw)];
  return { kind: 'general-delivery', words: out, route: null, box: null, end: at + 2 };
}

function boxNumberAt(words: readonly Word[], at: number, allowHash = true): Id | null {
  const text = words[at]?.text;
  if (text === 'BOX' || text === 'BX') return idAt(words, at + 1);
  return text === '#' && allowHash ? idAt(words, at) : null;
}

interface Id {
  id: string;
  raw: string;
  end: number;
}

/** A number or letter, optionally after `#` or `No`. */
function idAt(words: readonly Word[], at: number): Id | null {
  const skip = words[at]?.text === '#' || (words[at]?.text === 'NO' && words.length > at + 1) ? 1 : 0;
  const word = words[at + skip];
  if (!word || !(/\d/.test(word.text) || word.text.length === 1)) return null;
  return { id: word.text, raw: word.raw, end: at + skip + 1 };
}

function matchPhrase(words: readonly Word[], at: number, phrases: string[][]): number {
  for (const phrase of phrases)
    if (phrase.every((text, offset) => words[at + offset]?.text === text)) return phrase.length;
  return 0;
}
