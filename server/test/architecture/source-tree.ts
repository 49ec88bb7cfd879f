import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseAst } from 'vitest/node';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDERS = [
  'contract/src',
  'server/src',
  'server/test',
  'web',
  'e2e',
  'bench',
  'scripts',
  'deploy/drill',
];

/** Any node of the syntax tree (ESTree with TypeScript). */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export interface SourceFile {
  path: string;
  text: string;
}

export const isOurs = (path: string): boolean =>
  /^(contract|server|web|e2e|bench|scripts|deploy)\//.test(path);

let tree: SourceFile[] | undefined;

export function readSourceTree(): SourceFile[] {
  tree ??= FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }),
  )
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
  return tree;
}

export function parse({ path, text }: SourceFile): Node {
  return parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Calls `visit` for every node, parents first. */
export function walk(
  node: Node,
  visit: (node: Node, parent: Node | null) => void,
  parent: Node | null = null,
): void {
  visit(node, parent);
  for (const field in node) {
    const value = node[field];
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child)) walk(child, visit, node);
    } else if (isNode(value)) walk(value, visit, node);
  }
}

/** The text of an identifier or of a string literal. */
export const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? '') : '');

/** The path from the root of a file of this repository, otherwise the package name. */
export function locate(file: string, target: string): string {
  if (target.startsWith('.'))
    return relative(ROOT, resolve(ROOT, dirname(file), target)).replaceAll('\\', '/');
  return target.replace(/^@lading\/contract\//, 'contract/src/');
}
