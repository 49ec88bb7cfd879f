import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { SourceFile } from './source-tree.ts';

const STORE = resolve(import.meta.dirname, '../../node_modules/.cache/architecture/facts.json');

const digestOf = (...texts: string[]) => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('base64');
};

/** A changed rule may extract different facts, so it invalidates the cache. */
const digestOfRules = () =>
  digestOf(
    ...readdirSync(import.meta.dirname)
      .filter((name) => !name.endsWith('.test.ts'))
      .sort()
      .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')),
  );

/** The facts of every file. Facts of the last run are reused if neither the file nor a rule has changed. */
export function rememberFacts<Facts>(
  files: readonly SourceFile[],
  factsOf: (file: SourceFile) => Facts,
): Facts[] {
  const rules = digestOfRules();
  const known = readStore<Facts>();
  const entries = files.map((file): [string, Facts] => {
    const key = digestOf(rules, file.path, file.text);
    return [key, known.get(key) ?? factsOf(file)];
  });
  if (entries.some(([key]) => !known.has(key))) writeStore(entries);
  return entries.map(([, facts]) => facts);
}

function readStore<Facts>(): Map<string, Facts> {
  try {
    return new Map(JSON.parse(readFileSync(STORE, 'utf8')));
  } catch {
    return new Map();
  }
}

/** Renames a complete file, because tests in other processes read it at the same time. */
function writeStore(entries: [string, unknown][]): void {
  mkdirSync(dirname(STORE), { recursive: true });
  const unfinished = `${STORE}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(entries));
  renameSync(unfinished, STORE);
}
