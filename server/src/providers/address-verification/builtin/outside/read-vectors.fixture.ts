import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { type Parts, unitText } from './compare-parts.fixture.ts';

/** A text and the parts that another parser's own tests expect. */
export interface OutsideVector {
  text: string;
  parts: Parts;
}

/** Values under the package's names; null where its tests expect no value. */
type Expected = Record<string, string | null>;

const load = createRequire(import.meta.url);

/** Runs a test file of a package with fake test functions that collect its vectors. */
function runTestFile(packageName: string, file: string, given: Record<string, unknown>): void {
  const folder = dirname(load.resolve(`${packageName}/package.json`));
  const code = readFileSync(resolve(folder, file), 'utf8');
  compileFunction(code, Object.keys(given))(...Object.values(given));
}

/** `parse-address` compares a table with whole answers. We skip street crossings, which have no delivery line. */
export function parseAddressVectors(): OutsideVector[] {
  const vectors: OutsideVector[] = [];
  const parser = { parseLocation: (text: string) => text };
  const deepEqual = (expected: Expected, text: string) => {
    if (!('street1' in expected)) vectors.push({ text, parts: partsOfParseAddress(expected) });
  };
  const require = (name: string) => (name === 'assert' ? { deepEqual } : parser);
  runTestFile('parse-address', 'test.js', { require });
  return vectors;
}

function partsOfParseAddress(expected: Expected): Parts {
  const { number, prefix, street, type, suffix, city, state, zip, plus4 } = expected;
  const { sec_unit_type: designator, sec_unit_num: id } = expected;
  const isBox = /^po/i.test(designator ?? '');
  return {
    number: number ?? '',
    preDirectional: prefix ?? '',
    name: street ?? '',
    suffix: type ?? '',
    postDirectional: suffix ?? '',
    unit: isBox ? '' : unitText(designator, id),
    box: isBox ? (id ?? '') : '',
    city: city ?? '',
    state: state ?? '',
    zip: `${zip ?? ''}${plus4 ?? ''}`,
  };
}

/** `addresser` checks one property after the other. We skip tests that check only an id or a failure. */
export function addresserVectors(): OutsideVector[] {
  const asked: { text: string; expected: Expected }[] = [];
  const parseAddress = (text: string) => {
    const expected: Expected = {};
    asked.push({ text, expected });
    const note = (name: string) => (value: string | boolean) => {
      if (value !== true) expected[name] = value === false ? null : value;
    };
    const own: Record<string, unknown> = {
      hasOwnProperty: note,
      property: (name: string) => note(name)(false),
    };
    return new Proxy(own, { get: (_, name) => own[String(name)] ?? note(String(name)) });
  };
  const expect = (answer: ((value: string | boolean) => void) & { property: (name: string) => void }) => ({
    to: { equal: answer, throw: () => {}, not: { have: answer } },
  });
  runTestFile('addresser', 'test/test.js', {
    describe: (title: string, tests: () => void) => title === '#parseAddress' && tests(),
    it: (_title: string, test: () => void) => test(),
    require: (name: string) => (name === 'chai' ? { expect } : { parseAddress }),
  });
  return asked
    .filter(({ expected }) => expected.placeName)
    .map(({ text, expected }) => ({ text, parts: partsOfAddresser(expected) }));
}

function partsOfAddresser(expected: Expected): Parts {
  const { streetNumber, streetName, streetSuffix, streetDirection, addressLine1, addressLine2 } = expected;
  const { placeName, stateAbbreviation, zipCode, zipCodePlusFour } = expected;
  const [designator, ...id] = (addressLine2 ?? '').split(' ');
  const said = (value: string | null | undefined) => (value === undefined ? undefined : (value ?? ''));
  const parts = {
    number: said(streetNumber),
    name: said(streetName),
    suffix: said(streetSuffix),
    postDirectional: said(streetDirection),
    unit: unitText(designator, id.join(' ')),
    box: /^P\.?O\.? \w+ (\d+)$/.exec(addressLine1 ?? '')?.[1] ?? '',
    city: said(placeName),
    state: said(stateAbbreviation),
    zip: said(zipCodePlusFour ?? zipCode),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}
