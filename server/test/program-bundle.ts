import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { buildServer } from '../build.ts';
import { days } from '../src/platform/clock.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Inside the workspace, so that Node resolves the packages that are not bundled. */
const BUNDLES = resolve(import.meta.dirname, '../node_modules/.cache/test-program');
const SOURCES = ['package-lock.json', 'server/build.ts', '{server,contract}/src/**/*.{ts,mjs}'];
const OLD_MS = days(1);
const ENTRIES = Object.fromEntries(
  globSync(['server/src/main.ts', 'server/src/commands/*.ts'], { cwd: ROOT }).map((file) => [
    basename(file, '.ts'),
    join(ROOT, file),
  ]),
);

export interface ProgramBundle {
  main: string;
  /** The file of a command such as `backup`. */
  command(name: string): string;
  /** For NODE_COMPILE_CACHE. */
  compiled: string;
}

let made: Promise<ProgramBundle> | undefined;

/** The program and its commands, built from the sources as they are. */
export function programBundle(): Promise<ProgramBundle> {
  made ??= makeBundle();
  return made;
}

/** For tests that kill the program: a killed process does not save what it compiled, so one is stopped cleanly first. */
export async function warmBundle(
  startAndStop: (bundle: ProgramBundle) => Promise<unknown>,
): Promise<ProgramBundle> {
  const bundle = await programBundle();
  const mark = `${bundle.compiled}.saved`;
  if (existsSync(mark)) return bundle;
  await startAndStop(bundle);
  writeFileSync(mark, '');
  return bundle;
}

async function makeBundle(): Promise<ProgramBundle> {
  const folder = join(BUNDLES, digestOfSources());
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    await buildServer(unfinished, ENTRIES);
    // Inside node_modules, Node does not look for it in parent folders, and would parse every file twice to guess its module type.
    writeFileSync(join(unfinished, 'package.json'), '{ "type": "module" }');
    removeOldBundles();
    putInPlace(unfinished, folder);
  }
  return {
    main: join(folder, 'main.js'),
    command: (name) => join(folder, `${name}.js`),
    compiled: join(folder, 'compiled'),
  };
}

function putInPlace(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another worker has built it already.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort())
    hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

function removeOldBundles(): void {
  for (const name of readdirSync(BUNDLES)) {
    const folder = join(BUNDLES, name);
    // Another worker may be removing it.
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats && Date.now() - stats.mtimeMs > OLD_MS) rmSync(folder, { recursive: true, force: true });
  }
}
