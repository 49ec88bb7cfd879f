import type * as z from 'zod/mini';
import { lineOf } from '../../../platform/html-text.ts';
import { jsonOf, retryAfterMs } from '../../../platform/outgoing/http-answers.ts';
import type { HttpAnswer } from '../../../platform/outgoing/http-call.ts';
import type { OAuthTokens } from '../../../platform/outgoing/oauth-tokens.ts';
import { callPatiently } from '../../../platform/outgoing/patient-call.ts';
import { asUnavailable, beforeWriting, nothingDone } from '../nothing-done.ts';
import { type Connection, SourceRefusedError, SourceUnavailableError } from '../port.ts';
import { type Envelope, EnvelopeSchema } from './shopify-answers.ts';
import type { ShopifyDeps } from './shopify-deps.ts';
import { credentialsRefused, shopMissing } from './shopify-errors.ts';
import { postJson } from './shopify-http.ts';
import type { Operation } from './shopify-operations.ts';
import { shopifyTokens } from './shopify-tokens.ts';

const API_VERSION = '2026-10';

/** The query asks for more than Shopify answers in one call. Nothing was done; smaller pages help. */
export class QueryTooLargeError extends SourceUnavailableError {}

/** One call's answer: a value, or what to do next. */
type Reading<T> = { kind: 'value'; value: T } | { kind: 'wait'; ms: number | null } | { kind: 'token' };

export class ShopifyClient {
  readonly tokens: OAuthTokens<Connection>;
  readonly #deps: ShopifyDeps;
  #isRetirementLogged = false;

  constructor(deps: ShopifyDeps) {
    this.#deps = deps;
    this.tokens = shopifyTokens(deps);
  }

  /**
   * Runs an operation. Reads fail with SourceRefusedError or SourceUnavailableError. Writes also fail with
   * NotSentError; after SourceUnavailableError, the store may have done the work.
   */
  async run<T extends z.ZodMiniType>(
    connection: Connection,
    operation: Operation<T>,
    variables: Record<string, unknown> = {},
  ): Promise<z.output<T>> {
    const answer = this.#run(connection, operation, variables);
    return operation.kind === 'read' ? asUnavailable(answer) : answer;
  }

  async #run<T extends z.ZodMiniType>(
    connection: Connection,
    operation: Operation<T>,
    variables: Record<string, unknown>,
  ): Promise<z.output<T>> {
    const { waits } = this.#deps;
    const send = (token: string) =>
      callPatiently(
        async () => this.#read(await this.#post(connection, operation, variables, token), operation),
        {
          mostMs: waits.mostMs,
          waitOf: (reading) => (reading.kind === 'wait' ? (reading.ms ?? waits.unknownMs) : null),
        },
      );
    const token = await beforeWriting(this.tokens.current(connection));
    const first = await send(token);
    const reading =
      first.kind === 'token'
        ? await send(await beforeWriting(this.tokens.replace(connection, token)))
        : first;
    if (reading.kind === 'token') throw credentialsRefused();
    if (reading.kind === 'wait') throw limited(reading.ms);
    return reading.value;
  }

  #post(
    { address }: Connection,
    { text }: Operation<z.ZodMiniType>,
    variables: Record<string, unknown>,
    token: string,
  ): Promise<HttpAnswer> {
    return postJson(this.#deps, address, {
      path: `/admin/api/${API_VERSION}/graphql.json`,
      headers: { 'x-shopify-access-token': token },
      body: { query: text, variables },
    });
  }

  #read<T extends z.ZodMiniType>(answer: HttpAnswer, { answer: schema }: Operation<T>): Reading<z.output<T>> {
    const { status } = answer;
    const envelope = EnvelopeSchema.safeParse(jsonOf(answer));
    const codes = codesOf(envelope.data);
    if (status === 429 || codes.includes('THROTTLED'))
      return { kind: 'wait', ms: this.#waitOf(answer, envelope.data) };
    if (status === 401) return { kind: 'token' };
    refuseStatus(status, envelope.data);
    if (status !== 200 || !envelope.success)
      throw new SourceUnavailableError(
        `Shopify answered with status ${status}${envelope.success ? '' : ', but not with JSON'}.`,
        retryAfterMs(answer, this.#deps.clock.now()),
      );
    if (codes.includes('MAX_COST_EXCEEDED'))
      throw new QueryTooLargeError('Shopify does not answer queries of this size.');
    this.#logRetirement(answer);
    const parsed = schema.safeParse(envelope.data.data);
    if (parsed.success && isHarmless(envelope.data)) return { kind: 'value', value: parsed.data };
    if (codes.includes('ACCESS_DENIED')) throw permissionRefused(envelope.data);
    throw new SourceUnavailableError(
      parsed.success
        ? `Shopify could not run the query: ${wordsOf(envelope.data)}`
        : `Shopify answered in an unknown format (at “${parsed.error.issues[0]?.path.join('.') ?? ''}”).`,
    );
  }

  /** Until the bucket holds what the query costs. */
  #waitOf(answer: HttpAnswer, envelope: Envelope | undefined): number | null {
    const cost = envelope?.extensions?.cost;
    const status = cost?.throttleStatus;
    if (!status || status.restoreRate <= 0) return retryAfterMs(answer, this.#deps.clock.now());
    const missing = (cost?.requestedQueryCost ?? 0) - status.currentlyAvailable;
    return missing > 0 ? (missing / status.restoreRate) * 1000 : null;
  }

  #logRetirement({ headers }: HttpAnswer): void {
    const served = headers.get('x-shopify-api-version');
    if (this.#isRetirementLogged || served === null || served === API_VERSION) return;
    this.#isRetirementLogged = true;
    this.#deps.log.warn(
      { event: 'shopify.api_version_retired', asked: API_VERSION, served },
      'Shopify uses a different API version than requested',
    );
  }
}

const codesOf = (envelope: Envelope | undefined): string[] => {
  const errors = envelope?.errors;
  if (typeof errors === 'string') return ['TEXT'];
  return (errors ?? []).map(({ extensions, message }) => {
    return extensions?.code ?? (message === 'Throttled' ? 'THROTTLED' : 'UNKNOWN');
  });
};

/**
 * What the app may not see is null, with an error for each field. An order without these fields is still usable. Any
 * other error could make a store look empty.
 */
const WITHOUT_RIGHTS = new Set([
  ...['variant', 'inventoryItem', 'measurement', 'location', 'isFulfillmentService'],
  ...['shippingAddress', 'destination', 'email', 'phone', 'note', 'customAttributes'],
  ...['name', 'firstName', 'lastName', 'company', 'address1', 'address2', 'city', 'zip'],
]);

const isHarmless = ({ errors }: Envelope): boolean =>
  typeof errors !== 'string' &&
  (errors ?? []).every(
    ({ path, extensions }) =>
      extensions?.code === 'ACCESS_DENIED' && WITHOUT_RIGHTS.has(String(path?.at(-1) ?? '')),
  );

const wordsOf = (envelope: Envelope | undefined): string => {
  const errors = envelope?.errors;
  return lineOf(typeof errors === 'string' ? errors : (errors?.[0]?.message ?? ''));
};

function refuseStatus(status: number, envelope: Envelope | undefined): void {
  if (status === 402)
    throw new SourceRefusedError('permission', 'Shopify has suspended this store until its bill is paid.');
  if (status === 403) throw permissionRefused(envelope);
  if (status === 404 || (status >= 300 && status < 400)) throw shopMissing();
}

const permissionRefused = (envelope: Envelope | undefined) =>
  new SourceRefusedError(
    'permission',
    `The app does not have the Shopify permissions it needs. ${wordsOf(envelope)}`.trim(),
  );

const limited = (ms: number | null) =>
  nothingDone(
    new SourceUnavailableError('Shopify is limiting requests.', ms === null ? null : Math.ceil(ms)),
  );
