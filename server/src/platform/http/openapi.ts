import swagger from '@fastify/swagger';
import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { DOCS_CSS, type OpenApiDocument, renderDocsPage } from './docs-page.ts';

const DOCS_CSS_PATH = `${API.docs}.css`;

const NO_SCHEMA = { type: 'null', description: 'Default Response' };

type Described = ReturnType<typeof jsonSchemaTransform>;

/** Files and streams have no schema, but their success is still part of the description. */
function withSuccess({ schema, url }: Described): Described {
  const { response } = schema as { response?: Record<string, unknown> };
  const hasSuccess = Object.keys(response ?? {}).some((status) => status.startsWith('2'));
  if (hasSuccess) return { schema, url };
  return { schema: { ...schema, response: { 200: NO_SCHEMA, ...response } }, url };
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
          'Every call that the web application makes. Send the token from the login response as a bearer token. Amounts are in US dollars unless a field says cents; a payment intent’s amount is in cents. Errors carry a code, a message for people and the request id.',
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (input) => withSuccess(jsonSchemaTransform(input)),
  });
}

export function installDocsRoutes(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } };
  app.get(API.openapi, hidden, (_request, reply) => reply.send(app.swagger()));
  app.get(API.docs, hidden, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(
      renderDocsPage(app.swagger() as unknown as OpenApiDocument, {
        css: DOCS_CSS_PATH,
        json: API.openapi,
      }),
    ),
  );
  app.get(DOCS_CSS_PATH, hidden, (_request, reply) => reply.type('text/css; charset=utf-8').send(DOCS_CSS));
}
