import { createHash } from 'node:crypto';
import swagger from '@fastify/swagger';
import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { once } from '../once.ts';
import { DOCS_CSS, type OpenApiDocument, renderDocsPage } from './docs-page.ts';

const DOCS_CSS_PATH = `${API.docs}.css`;

const API_KEYS =
  'An API key of a client, for programs. `x-api-key-scope` of a call names the scope that the key needs.';

const BINARY = { type: 'string', format: 'binary' };
const ANY_TYPE = '*/*';
/** Described in another way: the security scheme and content types. */
const OTHER_HEADERS = ['authorization', 'content-type', 'user-agent'];

/** Adds what a route has besides schemas: headers, uploaded files, and responses that are files or streams. */
function describe(input: Parameters<typeof jsonSchemaTransform>[0]): ReturnType<typeof jsonSchemaTransform> {
  const { headers = [], rawBody, sends, describedBody } = input.route.config?.described ?? {};
  const body = describedBody ? { body: describedBody } : {};
  const { schema, url } = jsonSchemaTransform({ ...input, schema: { ...input.schema, ...body } });
  if (schema.hide) return { schema, url };
  const { response } = schema as { response?: Record<string, unknown> };
  const hasSuccess = Object.keys(response ?? {}).some((status) => status.startsWith('2'));
  const file = { description: 'A file or stream', content: { [sends ?? ANY_TYPE]: { schema: BINARY } } };
  const named = headers.filter((name) => !OTHER_HEADERS.includes(name));
  const properties = Object.fromEntries(named.map((name) => [name, { type: 'string' }]));
  return {
    schema: {
      ...schema,
      ...(named.length > 0 && { headers: { type: 'object', properties } }),
      ...(rawBody && { body: BINARY, consumes: rawBody === true ? [ANY_TYPE] : [...rawBody] }),
      response: hasSuccess ? response : { 200: file, ...response },
    },
    url,
  };
}

/** Register it before the routes it describes. */
export async function installOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${PRODUCT_NAME} API`,
        version: '1',
        description:
          'Every call that the web application makes. Send the token from the login response, or an API key, as a bearer token. Amounts are in US dollars unless the description or the name of a field says cents: payments, balances, top-ups, adjustments, carrier invoices, billing documents, orders, the money page and the attention list. Errors carry a code, a message for people and the request id.',
      },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'The token of a login.' },
          apiKey: { type: 'http', scheme: 'bearer', description: API_KEYS },
        },
      },
    },
    transform: describe,
  });
}

/** The description does not change while the process runs, so it is made once and browsers revalidate it. */
export function installDocsRoutes(app: FastifyInstance): void {
  const documentOf = once(() => app.swagger());
  const files: Record<string, { type: string; content: () => string }> = {
    [API.openapi]: { type: 'application/json; charset=utf-8', content: () => JSON.stringify(documentOf()) },
    [API.docs]: {
      type: 'text/html; charset=utf-8',
      content: () =>
        renderDocsPage(documentOf() as unknown as OpenApiDocument, {
          css: DOCS_CSS_PATH,
          json: API.openapi,
        }),
    },
    [DOCS_CSS_PATH]: { type: 'text/css; charset=utf-8', content: () => DOCS_CSS },
  };
  for (const [path, { type, content }] of Object.entries(files)) {
    const file = once(() => {
      const body = Buffer.from(content());
      return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
    });
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      const { body, etag } = file();
      reply.header('cache-control', 'no-cache').header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type(type).send(body);
    });
  }
}
