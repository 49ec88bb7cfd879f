import { rememberFacts } from './remembered-facts.ts';
import { findLongFunctions } from './sizes.ts';
import { locate, type Node, nameOf, parse, readSourceTree, type SourceFile, walk } from './source-tree.ts';
import { findSql, type SqlUse } from './sql-use.ts';

export interface Import {
  from: string;
  /** A path from the root for files of this repository, otherwise the package name. */
  to: string;
  typeOnly: boolean;
  /** The imported names; `*` means all of them. */
  names: string[];
}

/** What the rules need to know about a file. */
export interface FileFacts {
  path: string;
  imports: Import[];
  exports: string[];
  longFunctions: string[];
  sql: SqlUse;
}

export function factsOf(file: SourceFile): FileFacts {
  const tree = parse(file);
  return {
    path: file.path,
    imports: importsIn(file.path, tree),
    exports: exportsIn(tree),
    longFunctions: findLongFunctions(file, tree),
    sql: findSql(tree),
  };
}

let facts: FileFacts[] | undefined;

/** Parsing every file takes seconds, so all rules share one pass, and a later run parses only what has changed. */
export function readFacts(): FileFacts[] {
  facts ??= rememberFacts(readSourceTree(), factsOf);
  return facts;
}

function importsIn(path: string, tree: Node): Import[] {
  const found: Import[] = [];
  const add = (source: unknown, typeOnly: boolean, names: string[]) =>
    found.push({ from: path, to: locate(path, nameOf(source)), typeOnly, names });
  walk(tree, (node) => {
    const specifiers = (node.specifiers ?? []) as Node[];
    if (node.type === 'ImportDeclaration')
      add(node.source, node.importKind === 'type', specifiers.map(importedName));
    else if (node.type === 'ExportNamedDeclaration' && node.source)
      add(
        node.source,
        node.exportKind === 'type',
        specifiers.map((each) => nameOf(each.local)),
      );
    else if (node.type === 'ExportAllDeclaration') add(node.source, node.exportKind === 'type', ['*']);
    else if (node.type === 'ImportExpression') add(node.source, false, ['*']);
    else if (node.type === 'TSImportType') add(node.source, true, ['*']);
  });
  return found;
}

function importedName(specifier: Node): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : '*';
}

function exportsIn(tree: Node): string[] {
  return ((tree.body ?? []) as Node[]).flatMap((node) => {
    if (node.type === 'ExportDefaultDeclaration') return ['default'];
    if (node.type !== 'ExportNamedDeclaration') return [];
    const declaration = node.declaration as Node | null;
    if (!declaration) return ((node.specifiers ?? []) as Node[]).map(({ exported }) => nameOf(exported));
    if (declaration.type !== 'VariableDeclaration') return [nameOf(declaration.id)];
    return (declaration.declarations as Node[]).flatMap(({ id }) => namesIn(id as Node));
  });
}

/** The names that a binding pattern introduces. */
function namesIn(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [nameOf(pattern)];
  const parts = (pattern.properties ?? pattern.elements ?? []) as (Node | null)[];
  return parts.flatMap((part) => (part ? namesIn((part.value ?? part.argument ?? part) as Node) : []));
}
