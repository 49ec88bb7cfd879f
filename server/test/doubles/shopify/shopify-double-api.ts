import {
  buildSchema,
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  getNamedType,
  Kind,
  parse,
  validate,
} from 'graphql';
import type { DoubleAnswer, DoubleRequest } from '../double-server.ts';
import type { ShopifyDoubleContext } from './shopify-double-context.ts';
import { actualCost, Bucket, requestedCost } from './shopify-double-cost.ts';
import { ShopifyGraph } from './shopify-double-graph.ts';
import { mayUse, SCHEMA_TEXT } from './shopify-double-scopes.ts';

const SCHEMA = buildSchema(SCHEMA_TEXT);

type Body = Record<string, unknown>;

/** Values that our schema does not have, as a newer version may return. */
const UNKNOWN_ENUMS: Readonly<Record<string, string>> = {
  displayFinancialStatus: 'PAID_LATER',
  displayFulfillmentStatus: 'PACKED',
  methodType: 'DRONE',
  action: 'WRAP_AS_GIFT',
};

/** The GraphQL API: checks every query against the schema, then limits, scopes and answers. */
export class ShopifyApi {
  /** Why queries do not match the schema. */
  readonly invalid: string[] = [];
  /** The names of the operations that were run. */
  readonly operations: string[] = [];
  readonly #context: ShopifyDoubleContext;
  readonly #graph: ShopifyGraph;
  readonly #bucket: Bucket;
  #afterPage: (() => void) | null = null;

  constructor(context: ShopifyDoubleContext) {
    this.#context = context;
    this.#graph = new ShopifyGraph(context);
    this.#bucket = new Bucket(context.behavior);
  }

  /** Runs once after the next page that is not the last. */
  afterNextPage(work: () => void): void {
    this.#afterPage = work;
  }

  /** Null loses the answer. */
  async answer(request: DoubleRequest): Promise<DoubleAnswer | null> {
    const { query, variables = {} } = JSON.parse(request.body.toString()) as {
      query: string;
      variables?: Body;
    };
    const document = parse(query);
    const problems = validate(SCHEMA, document);
    if (problems.length > 0) {
      this.invalid.push(...problems.map(({ message }) => message));
      return this.#send({
        errors: problems.map(({ message }) => ({ message, extensions: { code: 'invalid' } })),
      });
    }
    const requested = requestedCost(document, variables);
    return this.#refuseCost(requested) ?? (await this.#run(document, variables, requested));
  }

  #refuseCost(requested: number): DoubleAnswer | null {
    const { maxQueryCost, throttledStatus } = this.#context.behavior;
    if (requested > maxQueryCost) {
      const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${maxQueryCost}).`;
      const extensions = { code: 'MAX_COST_EXCEEDED', cost: requested, maxCost: maxQueryCost };
      return this.#send({ errors: [{ message, extensions }] });
    }
    if (this.#bucket.take(requested)) return null;
    const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }];
    return this.#send({ errors, ...this.#cost(requested, null) }, throttledStatus);
  }

  async #run(document: DocumentNode, variables: Body, requested: number): Promise<DoubleAnswer | null> {
    const { behavior } = this.#context;
    const result = await execute({
      schema: SCHEMA,
      document,
      rootValue: this.#graph.root(),
      variableValues: variables,
      fieldResolver: this.#resolve,
    });
    if (!('data' in result) && result.errors)
      this.invalid.push(...result.errors.map(({ message }) => message));
    const data: unknown = JSON.parse(JSON.stringify(result.data ?? null));
    const actual = actualCost(data);
    this.#bucket.refund(requested - actual);
    const name = operationOf(document);
    this.operations.push(name);
    const lost = behavior.losesNext.indexOf(name);
    if (lost >= 0) {
      behavior.losesNext.splice(lost, 1);
      return null;
    }
    const answer = this.#send({
      data: this.#disguise(data),
      ...(result.errors ? { errors: result.errors.map((error) => error.toJSON()) } : {}),
      ...this.#cost(requested, actual),
    });
    if (this.#afterPage && JSON.stringify(data).includes('"hasNextPage":true')) {
      this.#afterPage();
      this.#afterPage = null;
    }
    return answer;
  }

  readonly #resolve: GraphQLFieldResolver<unknown, unknown> = (source, args, _context, info) => {
    const type = getNamedType(info.returnType).name;
    const { scopes } = this.#context.behavior;
    if (![`${info.parentType.name}.${info.fieldName}`, type].every((name) => mayUse(name, scopes)))
      throw new GraphQLError(`Access denied for ${info.fieldName} field.`, {
        extensions: { code: 'ACCESS_DENIED' },
      });
    const value = (source as Body)[info.fieldName];
    return typeof value === 'function' ? value(args) : value;
  };

  #disguise(value: unknown): unknown {
    const { hasUnknownEnums, hasExtraFields } = this.#context.behavior;
    if (Array.isArray(value)) return value.map((item) => this.#disguise(item));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, inner]) => [
      key,
      hasUnknownEnums && typeof inner === 'string' && inner !== 'CREATE_FULFILLMENT'
        ? (UNKNOWN_ENUMS[key] ?? inner)
        : this.#disguise(inner),
    ]);
    return { ...Object.fromEntries(entries), ...(hasExtraFields ? { addedLater: { value: 1 } } : {}) };
  }

  #cost(requestedQueryCost: number, actualQueryCost: number | null): Body {
    return {
      extensions: { cost: { requestedQueryCost, actualQueryCost, throttleStatus: this.#bucket.status } },
    };
  }

  #send(body: Body, status = 200): DoubleAnswer {
    return { status, headers: { 'x-shopify-api-version': this.#context.behavior.apiVersion }, body };
  }
}

function operationOf(document: DocumentNode): string {
  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION) return definition.name?.value ?? '';
  return '';
}
