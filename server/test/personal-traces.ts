import { inflateSync } from 'node:zlib';
import pg from 'pg';

/** Readable text of a file: its bytes, and every compressed part of a PDF. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const parts = [text];
  for (const candidate of [bytes, ...streamsIn(bytes, text)]) {
    try {
      parts.push(readable(inflateSync(candidate)));
    } catch {
      // Not compressed.
    }
  }
  return parts.join('\n');
}

function* streamsIn(bytes: Buffer, text: string): Generator<Buffer> {
  for (const match of text.matchAll(/stream\r?\n/g)) yield bytes.subarray(match.index + match[0].length);
}

/** Text operators write strings in hex or in parentheses; kerning splits them. */
const readable = (content: Buffer) => {
  const text = content.toString('latin1');
  const hex = text.replace(/<([\da-f]+)>/gi, (_, digits: string) =>
    Buffer.from(digits, 'hex').toString('latin1'),
  );
  return `${text}\n${hex}\n${hex.replace(/\)\s*-?[\d.]*\s*\(/g, '')}`;
};

/**
 * Every row of every table, in all schemas and the job queue, that contains one of the marks. Files in the
 * database are unpacked first.
 */
export async function tracesOf(ownerUrl: string, marks: readonly string[]): Promise<string[]> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    return [...(await textTraces(owner, marks)), ...(await fileTraces(owner, marks))];
  } finally {
    await owner.end();
  }
}

const OWN_SCHEMAS = `n.nspname NOT LIKE 'pg_%' AND n.nspname <> 'information_schema'`;

async function textTraces(owner: pg.Client, marks: readonly string[]): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND ${OWN_SCHEMAS}`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(
      `SELECT t::text AS row FROM ${name} t WHERE t::text ILIKE ANY ($1)`,
      [marks.map((mark) => `%${mark}%`)],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

async function fileTraces(owner: pg.Client, marks: readonly string[]): Promise<string[]> {
  const { rows: columns } = await owner.query<{ table: string; column: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS table, format('%I', a.attname) AS column
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND a.atttypid = 'bytea'::regtype AND NOT a.attisdropped AND ${OWN_SCHEMAS}`);
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await owner.query<{ bytes: Buffer }>(
      `SELECT ${column} AS bytes FROM ${table} WHERE octet_length(${column}) > 64`,
    );
    for (const { bytes } of rows) {
      const text = textOf(bytes).toLowerCase();
      const mark = marks.find((each) => text.includes(each.toLowerCase()));
      if (mark !== undefined) found.push(`${table}: ${column} contains ${mark}`);
    }
  }
  return found;
}

/** The tables in which traces were found. */
export const tablesIn = (traces: readonly string[]) =>
  [...new Set(traces.map((line) => line.split(':')[0]))].sort();
