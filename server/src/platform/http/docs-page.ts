/** The parts of an OpenAPI document that the page uses. */
export interface OpenApiDocument {
  info: { title: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; schema?: JsonSchema; description?: string }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses?: Record<string, Answer>;
}

interface Answer {
  content?: Record<string, { schema: JsonSchema }>;
}

interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  minLength?: number;
  maxLength?: number;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const json = <T>(content: Record<string, T> | undefined) => content?.['application/json'];

const variantsOf = ({ anyOf, oneOf }: JsonSchema): JsonSchema[] => anyOf ?? oneOf ?? [];

/** Describes a schema in one line: `string`, `"a" | "b"`, `{…}[]`. */
function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const variants = variantsOf(schema);
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(' | ');
  if (schema.items) return `${typeOf(schema.items)}[]`;
  if (schema.properties) return 'object';
  return [schema.type ?? 'anything'].flat().join(' | ');
}

/** The description of a field, such as its unit. */
const noteOf = (schema: JsonSchema): string =>
  schema.description ??
  variantsOf(schema).find(({ description }) => description !== undefined)?.description ??
  '';

interface Row {
  name: string;
  type: string;
  note: string;
  required: boolean;
}

/** Flattens nested fields: `data.pagination.totalPages`, `data.auditLogs[].logId`, `[].objectId` for a list. */
function fieldRows(schema: JsonSchema, prefix = ''): Row[] {
  if (schema.items) return fieldRows(schema.items, `${prefix}[]`);
  const variants = variantsOf(schema);
  if (variants.length > 0) return mergeRows(variants.map((variant) => fieldRows(variant, prefix)));
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const required = schema.required?.includes(key) ?? false;
    const own = {
      name: field.items ? `${name}[]` : name,
      type: typeOf(field),
      note: noteOf(field),
      required,
    };
    const inner = fieldRows(field, name);
    if (inner.length === 0) return [own];
    return variantsOf(field).some(({ type }) => type === 'null') ? [own, ...inner] : inner;
  });
}

/** One row per field. A field is required if all variants that have fields require it. */
function mergeRows(variants: Row[][]): Row[] {
  const objects = variants.filter((rows) => rows.length > 0);
  const byName = Map.groupBy(objects.flat(), ({ name }) => name);
  return [...byName].map(([name, rows]) => ({
    name,
    type: [...new Set(rows.flatMap(({ type }) => type.split(' | ')))].join(' | '),
    note: rows.find(({ note }) => note !== '')?.note ?? '',
    required: rows.length === objects.length && rows.every(({ required }) => required),
  }));
}

function table(caption: string, rows: Row[]): string {
  if (rows.length === 0) return '';
  const body = rows
    .map(
      (row) =>
        `<tr><th scope="row"><code>${escapeHtml(row.name)}</code></th><td><code>${escapeHtml(row.type)}</code> ${escapeHtml(row.note)}</td><td>${row.required ? 'required' : 'optional'}</td></tr>`,
    )
    .join('');
  return `<table><caption>${escapeHtml(caption)}</caption><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Present</th></tr></thead><tbody>${body}</tbody></table>`;
}

/** All errors have the same shape, so the page shows it once. */
const ERROR_STATUS = '4XX';

function answerTable(caption: string, answer: Answer | undefined): string {
  const schema = json(answer?.content)?.schema;
  if (schema) return table(caption, fieldRows(schema));
  return answer?.content ? `<p>${escapeHtml(caption)}: a file or stream</p>` : '';
}

function bodyTable({ content = {} }: { content?: Record<string, { schema: JsonSchema }> }): string {
  const schema = json(content)?.schema;
  if (schema) return table('Body', fieldRows(schema));
  const types = Object.keys(content).join(', ');
  return types === '' ? '' : `<p>Body: a file (${escapeHtml(types)})</p>`;
}

function operation(method: string, path: string, call: Operation): string {
  const parameters = (call.parameters ?? []).map((parameter) => ({
    name: parameter.name,
    type: typeOf(parameter.schema ?? {}),
    note: parameter.description ?? noteOf(parameter.schema ?? {}),
    required: parameter.required ?? false,
  }));
  const answers = Object.entries(call.responses ?? {})
    .filter(([status]) => status !== ERROR_STATUS)
    .map(([status, answer]) => answerTable(`Response ${status}`, answer))
    .join('');
  return `<section><h3><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(call.summary ?? '')}${call.security ? ' <em>Requires a token.</em>' : ''}</p>
${table('Query, path and headers', parameters)}${bodyTable(call.requestBody ?? {})}${answers}</section>`;
}

/** Renders one page without scripts, so that it can be printed and searched. */
export function renderDocsPage(document: OpenApiDocument, links: { css: string; json: string }): string {
  const byTag = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, call] of Object.entries(methods)) {
      const tag = call.tags?.[0] ?? 'Other';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operation(method, path, call)]);
    }
  }
  const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const errorAnswer = calls
    .map((call) => call.responses?.[ERROR_STATUS])
    .find((answer) => answer !== undefined);
  const sections = [...byTag].map(([tag, calls]) => `<h2>${escapeHtml(tag)}</h2>${calls.join('')}`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="${links.css}"></head><body><main>
<h1>${escapeHtml(document.info.title)}</h1><p>${escapeHtml(document.info.description ?? '')}</p>
<p><a href="${links.json}">OpenAPI 3.1 document</a></p>
<h2>Errors</h2><section><p>Every error response has this shape.</p>${answerTable('Response 4xx and 5xx', errorAnswer)}</section>${sections}</main></body></html>`;
}

export const DOCS_CSS = `
:root { color-scheme: light dark; --canvas: #f4f7f9; --surface: #ffffff; --line: #dbe1e4; --text: #121c22; --quiet: #444f56; --link: #0c5c83; }
@media (prefers-color-scheme: dark) { :root { --canvas: #090f13; --surface: #11181d; --line: #232c31; --text: #ebeff2; --quiet: #b3bcc1; --link: #7acbe6; } }
body { margin: 0; background: var(--canvas); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 880px; margin: 0 auto; padding: 32px 16px 96px; }
h1 { font-size: 28px; } h2 { margin-top: 48px; border-bottom: 2px solid var(--text); padding-bottom: 4px; }
h3 { font-size: 16px; margin: 0; } section { background: var(--surface); border: 1px solid var(--line); border-radius: 6px; padding: 16px; margin: 16px 0; overflow-x: auto; }
.method { display: inline-block; min-width: 56px; font: 700 12px ui-monospace, monospace; }
a { color: var(--link); } p { color: var(--quiet); margin: 8px 0; } code { font: 13px ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; min-width: 480px; table-layout: fixed; margin-top: 12px; } th:first-child { width: 45%; } td:last-child, th:last-child { width: 20%; } caption { text-align: left; font-weight: 600; padding: 4px 0; }
th, td { text-align: left; padding: 4px 12px 4px 0; border-top: 1px solid var(--line); vertical-align: top; font-weight: 400; }
thead th { font-size: 12px; color: var(--quiet); }
`;
