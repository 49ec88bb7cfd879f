import { type Node, nameOf, type SourceFile, walk } from './source-tree.ts';

export const MAX_FILE_LINES = 350;
export const MAX_FUNCTION_LINES = 80;

export function findLongFiles(files: readonly SourceFile[]): string[] {
  return files
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_FILE_LINES)
    .map(({ path, lines }) => `${path}: ${lines} lines`);
}

export function findLongFunctions({ path, text }: SourceFile, tree: Node): string[] {
  const found: string[] = [];
  walk(tree, (node, parent) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return;
    const lines = countLines(text.slice(node.start, node.end));
    if (lines <= MAX_FUNCTION_LINES || isDataTable(node) || isSuite(node, parent)) return;
    found.push(`${path}:${countLines(text.slice(0, node.start))}: ${lines} lines`);
  });
  return found;
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** A function that only returns a literal counts as a table. */
const isDataTable = ({ body }: Node) => /^(Object|Array)Expression$/.test((body as Node | null)?.type ?? '');

/** The callback of `describe`, or a function that declares tests for several implementations. */
function isSuite({ body }: Node, parent: Node | null): boolean {
  if (parent && isCallOf(parent, /^describe$/)) return true;
  const statements = ((body as Node | null)?.body ?? []) as Node[];
  return statements.some(
    ({ type, expression }) =>
      type === 'ExpressionStatement' && isCallOf(expression as Node, /^(it|describe)$/),
  );
}

function isCallOf(node: Node, name: RegExp): boolean {
  if (node.type !== 'CallExpression') return false;
  let callee = node.callee as Node;
  while (callee.type === 'MemberExpression' || callee.type === 'CallExpression')
    callee = (callee.object ?? callee.callee) as Node;
  return name.test(nameOf(callee));
}
