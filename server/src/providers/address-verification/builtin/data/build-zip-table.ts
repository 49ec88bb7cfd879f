/**
 * Writes zip-codes.txt from an unpacked `zipcodes` 8.0.0, which is needed only here:
 * node build-zip-table.ts /path/to/node_modules/zipcodes
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { PROVINCE_OF_LETTER, TERRITORY_OF_X } from './canada.ts';

interface Row {
  zip: string;
  city: string;
  state: string;
}

const from = process.argv[2];
if (!from) throw new Error('Usage: node build-zip-table.ts <folder of the zipcodes package>');
const load = createRequire(import.meta.url);
const states: { codes: Record<string, Row> } = load(resolve(from, 'lib/codes.js'));
const canada: { codes: Record<string, Row> } = load(resolve(from, 'lib/codesCanada.js'));

const byState = new Map<string, Map<string, number[]>>();
for (const { zip, city, state } of Object.values(states.codes)) {
  const cities = byState.get(state) ?? new Map<string, number[]>();
  byState.set(state, cities);
  const name = tidyCity(city);
  cities.set(name, [...(cities.get(name) ?? []), Number(zip)]);
}

const lines = [
  '# ZIP codes by state and city, and Canadian forward sortation areas by first letter.',
  '# Made by build-zip-table.ts from the npm package zipcodes 8.0.0 (Dav Glass, BSD, see zip-codes.LICENSE.txt), 2026-11-15.',
  '# =XX opens a state. A number shorter than five digits replaces the end of the number before it; a-b is a range.',
];
for (const state of [...byState.keys()].sort()) {
  lines.push(`=${state}`);
  const cities = byState.get(state) ?? new Map<string, number[]>();
  for (const city of [...cities.keys()].sort())
    lines.push(`${city} ${shorten((cities.get(city) ?? []).sort((a, b) => a - b))}`);
}
lines.push('=Canada');
// Provinces come from the first letter: in the source, a stray comma shifts nine of them.
const areas = Object.keys(canada.codes).filter((area) => /^[A-Z]\d[A-Z]$/.test(area) && knownLetter(area));
for (const letter of Object.keys(PROVINCE_OF_LETTER).sort()) {
  const own = areas.filter((area) => area.startsWith(letter)).sort();
  lines.push(`${letter} ${own.map((area) => area.slice(1)).join(' ')}`);
}
writeFileSync(resolve(import.meta.dirname, 'zip-codes.txt'), `${lines.join('\n')}\n`);

function knownLetter(area: string): boolean {
  return area.startsWith('X') ? area in TERRITORY_OF_X : (area[0] ?? '') in PROVINCE_OF_LETTER;
}

function tidyCity(city: string): string {
  if (/^[ADF]po$/.test(city)) return city.toUpperCase();
  return city.replace(/\s+/g, ' ').replace(/&t$/, '&T').trim();
}

function shorten(zips: number[]): string {
  const parts: string[] = [];
  let before = '';
  for (let i = 0; i < zips.length; ) {
    let end = i;
    while (zips[end + 1] === (zips[end] ?? 0) + 1) end += 1;
    const first = String(zips[i]).padStart(5, '0');
    const last = String(zips[end]).padStart(5, '0');
    parts.push(end === i ? ending(first, before) : `${ending(first, before)}-${ending(last, first)}`);
    before = last;
    i = end + 1;
  }
  return parts.join(' ');
}

function ending(zip: string, before: string): string {
  let same = 0;
  while (before && same < 4 && zip[same] === before[same]) same += 1;
  return zip.slice(same);
}
