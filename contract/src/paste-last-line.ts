import type { LastLine } from './paste-abroad.ts';
import { guessCountry, readAbroad } from './paste-abroad.ts';
import { isBox, isDirection, isRoute, isSuffix, looksLikeStreet, unitLength } from './paste-address-words.ts';
import { parseProvince, parseState } from './regions.ts';

type KnowsCity = (city: string, state: string) => boolean;

const US_CODE = /^(?:(.*\S)\s+)?(\d{5})(?:[ -]?(\d{4}))?$/;
const CA_CODE = /^(?:(.*\S)\s+)?([A-Za-z]\d[A-Za-z])[ -]?(\d[A-Za-z]\d)$/;
const STATE_TEXT = /^[A-Za-z\p{M}.' -]+$/u;
const SHORT_WORD = /(?:^|[ -])(?!of |du |et )[\p{L}\p{M}]{0,2}(?:[ -]|$)/iu;
const NOT_A_CODE = /(?:box|drawer|apt|apartment|unit|ste|suite|lot|room|rm|#)\.?\s*#?\s*\d+$/i;

export function readLastLine(
  segments: readonly string[],
  country: string,
  knowsCity: KnowsCity,
): LastLine | null {
  if (country !== '' && country !== 'US' && country !== 'CA') return readAbroad(segments, country);
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    const found = readCode(segments[at] ?? '');
    if (found) return finish(segments, at, found, knowsCity);
  }
  const guessed = guessCountry(segments);
  if (country === '' && guessed !== null) {
    const line = readAbroad(segments, guessed);
    if (line) return { ...line, country: guessed };
  }
  // No postal code: a state at the end of a segment still locates the city.
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    const head = segments[at] ?? '';
    const canadian = country === 'CA' || splitState(head, false) === null;
    if (!splitState(head, canadian)) continue;
    const line = finish(segments, at, { head, code: '', canadian }, knowsCity);
    if (line.city !== '') return line;
  }
  return null;
}

interface Code {
  head: string;
  code: string;
  canadian: boolean;
}

function readCode(segment: string): Code | null {
  const canadian = CA_CODE.exec(segment);
  if (canadian?.[2] && canadian[3])
    return { head: canadian[1] ?? '', code: `${canadian[2]} ${canadian[3]}`.toUpperCase(), canadian: true };
  const american = US_CODE.exec(segment);
  if (!american?.[2] || NOT_A_CODE.test(segment)) return null;
  const code = american[3] ? `${american[2]}-${american[3]}` : american[2];
  return { head: american[1] ?? '', code, canadian: false };
}

function finish(segments: readonly string[], at: number, found: Code, knowsCity: KnowsCity): LastLine {
  const { code, canadian } = found;
  let before = segments.slice(0, at);
  let head = found.head;
  if (head === '') {
    head = before.at(-1) ?? '';
    before = before.slice(0, -1);
  }
  const split = splitState(head, canadian) ?? splitState(head, !canadian);
  let city = split ? split.head : head;
  if (city === '' && split) {
    const previous = before.at(-1);
    const mayBeCity = previous !== undefined && !looksLikeStreet(previous) && !isUnitPiece(previous);
    if (mayBeCity || (previous !== undefined && before.length === 1 && looksLikeStreet(previous))) {
      city = previous;
      before = before.slice(0, -1);
    }
    // In `New York 10001`, New York is both city and state.
    const isStreet = city === '' || splitStreetFromCity(city, split.code, knowsCity, false).rest === '';
    if (/^new york$/i.test(head) && isStreet) {
      if (city !== '') before = [...before, city];
      city = head;
    }
  }
  const isProvince = split?.canadian ?? canadian;
  // A street without a number or city: `S Wacker Dr 60606`.
  const isBareStreet = !split && isSuffix(city.split(' ').at(-1) ?? '');
  const { street, rest } = isBareStreet
    ? { street: city, rest: '' }
    : splitStreetFromCity(city, split?.code ?? '', knowsCity, before.some(looksLikeStreet));
  return {
    city: rest,
    state: split?.code ?? '',
    zipCode: code,
    country: isProvince ? 'CA' : 'US',
    before: street === '' ? before : [...before, street],
    after: segments.slice(at + 1),
  };
}

function isUnitPiece(text: string): boolean {
  const words = text.split(' ');
  return unitLength(words, 0) === words.length;
}

/** Splits off the state or province at the end, up to three words. */
function splitState(
  text: string,
  canadian: boolean,
): { head: string; code: string; canadian: boolean } | null {
  const words = text.split(' ');
  for (let length = Math.min(3, words.length); length > 0; length -= 1) {
    const tail = words.slice(-length).join(' ').replace(/[()]/g, '');
    // Names match by letters only, so exclude `c/o` (Colorado), `Main E` (Maine) and anything with a number.
    if (
      !STATE_TEXT.test(tail.normalize('NFD')) ||
      (length > 1 && SHORT_WORD.test(tail) && !/^d\.? c\.?$/i.test(tail))
    )
      continue;
    const code = canadian ? parseProvince(tail) : parseState(tail);
    // Up to three letters must be a state code: `Ore` and `Ind` are ambiguous.
    if (code && (length > 1 || tail.length === 2 || tail.length > 3 || /\./.test(tail)))
      return {
        head: words
          .slice(0, -length)
          .join(' ')
          .replace(/[\s,]+$/, ''),
        code,
        canadian,
      };
  }
  return null;
}

/** Splits a street from a city without a comma. */
function splitStreetFromCity(
  text: string,
  state: string,
  knowsCity: KnowsCity,
  streetIsElsewhere: boolean,
): { street: string; rest: string } {
  const words = text.split(' ');
  const first = words.findIndex((_, index) => looksLikeStreet(words.slice(index).join(' ')));
  if (first < 0 || streetIsElsewhere) return { street: '', rest: text };
  const end = streetEnd(words, first);
  if (end > 0) return { street: words.slice(0, end).join(' '), rest: words.slice(end).join(' ') };
  for (let length = Math.min(4, words.length - first - 2); length > 0; length -= 1) {
    const city = words.slice(-length).join(' ');
    if (knowsCity(city, state)) return { street: words.slice(0, -length).join(' '), rest: city };
  }
  return { street: text, rest: '' };
}

/** Where the street ends: after its suffix, highway number, direction and units. 0 if unclear. */
function streetEnd(words: readonly string[], first: number): number {
  const whole = words.slice(first).join(' ');
  let end = 0;
  if (isBox(whole) || isRoute(whole)) {
    for (let at = first; at < words.length; at += 1)
      if (/\d/.test(words[at] ?? '') && at - first < 5) end = at + 1;
    return end;
  }
  for (let at = first + 1; at < words.length && end === 0; at += 1) {
    // The word after the number is a suffix only if nothing but a unit follows, or in `1 Broadway`.
    if (!isSuffix(words[at] ?? '') || (at === first + 1 && !/^broadway$/i.test(words[at] ?? ''))) continue;
    end = at + 1;
  }
  if (end === 0) {
    for (let at = first + 2; at < words.length && end === 0; at += 1) if (unitLength(words, at) > 0) end = at;
    if (end === 0) return 0;
  }
  if (/^(?:hwy|highway|road|rd)\.?$/i.test(words[end - 1] ?? '') && /^\d+[a-z]?$/i.test(words[end] ?? ''))
    end += 1;
  if (isSuffix(words[end] ?? '') && end + 1 < words.length) end += 1;
  if (isDirection(words[end] ?? '') && ((words[end]?.length ?? 0) <= 3 || end + 1 === words.length)) end += 1;
  for (let length = unitLength(words, end); length > 0; length = unitLength(words, end)) end += length;
  return end;
}
