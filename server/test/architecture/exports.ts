import type { FileFacts } from './file-facts.ts';

/** Exports that no other file imports. An export that only its own file uses is one of them. */
export function findUnusedExports(
  files: readonly Pick<FileFacts, 'path' | 'imports' | 'exports'>[],
): string[] {
  const used = new Set(
    files.flatMap(({ imports }) => imports.flatMap(({ to, names }) => names.map((name) => `${to}: ${name}`))),
  );
  return files
    .filter(({ path }) => !path.endsWith('.config.ts') && !used.has(`${path}: *`))
    .flatMap(({ path, exports }) => exports.map((name) => `${path}: ${name}`))
    .filter((exported) => !used.has(exported));
}
