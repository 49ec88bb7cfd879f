import { joinTokens, type Token, tokensOf } from './number-text.ts';
import {
  describeReading,
  LONGEST_NUMBER,
  type Reading,
  readNumber,
  type TrackingCandidate,
} from './read-number.ts';

/** A stretch of the text and what it may be. */
interface Finding {
  first: number;
  last: number;
  text: string;
  readings: Reading[];
  rank: number;
}

/**
 * All readings of the numbers in a pasted text, best first: the stretches of text by how sure they are, and of one stretch the
 * readings whose check digit is right, those without one, and only if there is none of the first those with a wrong one, each in the
 * order of the table of formats.
 */
export function parseTrackingNumber(text: string): TrackingCandidate[] {
  const tokens = tokensOf(text);
  const taken = tokens.map(() => false);
  const candidates: TrackingCandidate[] = [];
  for (const { first, last, text: scanned, readings } of findingsIn(tokens)) {
    const overlap = taken.indexOf(true, first);
    if (overlap >= 0 && overlap <= last) continue;
    taken.fill(true, first, last + 1);
    const sure = readings.some((reading) => reading.sure);
    const best = readings.filter(({ valid }) => valid || !sure).sort((a, b) => grade(a) - grade(b));
    candidates.push(...best.map((reading) => describeReading(reading, scanned)));
  }
  return candidates;
}

const grade = ({ sure, valid }: Reading) => (sure ? 0 : valid ? 1 : 2);

function findingsIn(tokens: readonly Token[]): Finding[] {
  const findings: Finding[] = [];
  for (let first = 0; first < tokens.length; first++)
    for (const { last, joined: text } of joinTokens(tokens, first, LONGEST_NUMBER)) {
      const readings = readNumber(text).filter((reading) => mayConsistOf(reading, tokens, first, last));
      if (readings.length === 0) continue;
      findings.push({ first, last, text, readings, rank: rankOf(tokens, first, last, text, readings) });
    }
  return findings.sort((a, b) => a.rank - b.rank || b.text.length - a.text.length || a.first - b.first);
}

function mayConsistOf(
  { format, layout }: Reading,
  tokens: readonly Token[],
  first: number,
  last: number,
): boolean {
  if (!format.open || first === last) return true;
  const head = tokens[first]?.text ?? '';
  return (
    !format.open.wordPrefixes.includes(head) &&
    !layout.shape.test(head) &&
    tokens.slice(first + 1, last + 1).every(({ hasDigit }) => hasDigit)
  );
}

/** From this length on a right check digit is hardly chance, because the beginning is prescribed too. */
const TELLING_LENGTH = 22;

/**
 * How sure a stretch is, 0 the surest. Of a number written in groups, some of the groups often pass for another carrier's number; so
 * the stretch that has no further digits beside it goes before its parts, even when its own check digit is wrong.
 */
function rankOf(
  tokens: readonly Token[],
  first: number,
  last: number,
  text: string,
  readings: readonly Reading[],
): number {
  const sure = readings.some((reading) => reading.sure);
  const valid = sure || readings.some((reading) => reading.valid);
  const lettered = /[A-Z]/.test(text);
  if (sure && (lettered || text.length >= TELLING_LENGTH)) return 0;
  if (sure && first === last) return 1;
  const before = tokens[first]?.joinedToPrevious ? tokens[first - 1] : undefined;
  const after = tokens[last + 1]?.joinedToPrevious ? tokens[last + 1] : undefined;
  const whole = !before?.hasDigit && !after?.hasDigit;
  if (whole && valid) return lettered ? 1 : 2;
  if (whole) return 3;
  if (sure) return 4;
  return valid ? 5 : 6;
}
