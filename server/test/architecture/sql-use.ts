import { type Node, nameOf, walk } from './source-tree.ts';

export interface SqlUse {
  /** True for a file that builds queries. */
  builds: boolean;
  /** Names used as tables; some are aliases. */
  reads: string[];
  writes: string[];
}

const WRITES = /^(insertInto|updateTable|deleteFrom|mergeInto)$/;
const READS = /^(selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using|from|table)$/;
const BUILDS = /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)$/;
const TABLE_IN_TEXT =
  /\b(FROM|JOIN|USING|INTO|UPDATE|DELETE\s+FROM)\s+(?:ONLY\s+|LATERAL\s+)?"?([a-z_]+(?:\.[a-z_]+)?)/gi;

/** The queries of a file and the tables in them, from query builder calls and from sql templates. */
export function findSql(tree: Node): SqlUse {
  const reads = new Set<string>();
  const writes = new Set<string>();
  let builds = false;
  walk(tree, (node) => {
    if (node.type === 'CallExpression') {
      const callee = node.callee as Node;
      const method = callee.type === 'MemberExpression' ? nameOf(callee.property) : '';
      if (BUILDS.test(method)) builds = true;
      const names = literalsIn((node.arguments as Node[])[0]).map(withoutAlias);
      if (WRITES.test(method)) for (const name of names) writes.add(name);
      else if (READS.test(method)) for (const name of names) reads.add(name);
    }
    if (node.type !== 'TaggedTemplateExpression' || tagOf(node) !== 'sql') return;
    builds = true;
    for (const [, verb = '', name = ''] of textOf(node).matchAll(TABLE_IN_TEXT))
      (/^(INTO|UPDATE|DELETE\s+FROM)$/i.test(verb) ? writes : reads).add(name.toLowerCase());
  });
  return { builds, reads: [...reads].sort(), writes: [...writes].sort() };
}

/** `sql` for sql`…` and for sql<Row>`…`. */
function tagOf({ tag }: Node): string {
  const node = tag as Node;
  return nameOf(node.type === 'TSInstantiationExpression' ? node.expression : node);
}

const textOf = ({ quasi }: Node) =>
  ((quasi as Node).quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join(' $ ');

function literalsIn(node: Node | undefined): string[] {
  if (node?.type === 'Literal') return [nameOf(node)];
  return node?.type === 'ArrayExpression' ? (node.elements as Node[]).flatMap(literalsIn) : [];
}

const withoutAlias = (text: string) => text.split(/\s+as\s+/i)[0]?.trim() ?? '';
