import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import { readOutsideJson } from '../outside/outside.ts';
import type { DoubleRequest } from './double-server.ts';
import { type Form, readForm } from './stripe-double-form.ts';

interface CheckedRequest {
  /** Method and path template; null when the description has no such call. */
  operation: string | null;
  violations: string[];
}

interface Parameter {
  in: 'query' | 'header' | 'path' | 'cookie';
  name: string;
  required?: boolean;
  schema?: object;
}

interface SecurityScheme {
  type: string;
  in?: string;
  name?: string;
  scheme?: string;
}

interface Description {
  paths: Record<string, Record<string, OperationText>>;
  security?: Record<string, string[]>[];
  components: { securitySchemes?: Record<string, SecurityScheme> };
}

interface OperationText {
  parameters?: (Parameter | { $ref: string })[];
  security?: Record<string, string[]>[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: object }> };
}

interface Operation {
  name: string;
  method: string;
  path: RegExp;
  security: Record<string, string[]>[];
  headers: Parameter[];
  query: Rule;
  bodyIsNeeded: boolean;
  /** By content type. */
  bodies: Map<string, Rule>;
}

/** Compiled on first use, because a test needs only a few of many. */
type Rule = () => ValidateFunction;

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
/** WordPress accepts times without a zone. */
const WORDPRESS_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

const OPTIONS: Options = {
  strict: false,
  // The description contains schemas but is not one itself.
  validateSchema: false,
  allErrors: true,
  // Formats that we do not check.
  logger: false,
};
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Checks requests against the API description of a provider. */
export class ApiDescription {
  readonly #description: Description;
  readonly #operations: Operation[];

  static of(provider: 'amazon' | 'ebay' | 'etsy' | 'shippo' | 'stripe' | 'woocommerce'): ApiDescription {
    const description: Description = readOutsideJson(`${provider}-api.json`);
    // Stripe describes some objects without their fields.
    return new ApiDescription(
      provider === 'stripe' ? description : withClosedFields(description),
      provider === 'woocommerce' ? WORDPRESS_DATE_TIME : DATE_TIME,
    );
  }

  constructor(description: Description, dateTime = DATE_TIME) {
    this.#description = description;
    const options = { ...OPTIONS, formats: { 'date-time': dateTime } };
    // JSON values have types. Forms and queries have only text, which is converted to the described type.
    const json = new Ajv2020(options).addSchema(description, 'api');
    const form = new Ajv2020({ ...options, coerceTypes: true }).addSchema(description, 'api');
    this.#operations = Object.entries(description.paths)
      .flatMap(([template, methods]) =>
        Object.entries(methods).map(([method, text]) =>
          operationOf(description, { json, form }, template, method, text),
        ),
      )
      // A literal path segment takes precedence over a parameter.
      .sort((a, b) => a.name.split('{').length - b.name.split('{').length);
  }

  /** Sorted. */
  operations(): string[] {
    return this.#operations.map(({ name }) => name).sort();
  }

  check(request: DoubleRequest): CheckedRequest {
    const operation = this.#operations.find(
      ({ method, path }) => method === request.method && path.test(request.path),
    );
    if (!operation)
      return { operation: null, violations: [`${request.method} ${request.path} is not described`] };
    const violations = [
      ...this.#checkSecurity(operation, request),
      ...operation.headers
        .filter(({ name, required }) => required && request.headers[name.toLowerCase()] === undefined)
        .map(({ name }) => `header ${name} is missing`),
      ...errorsOf('query', operation.query, listsIn(readForm(request.query))),
      ...checkBody(operation, request),
    ];
    return { operation: operation.name, violations };
  }

  #checkSecurity({ security }: Operation, { headers }: DoubleRequest): string[] {
    const schemes = this.#description.components.securitySchemes ?? {};
    const isKept = (name: string) => {
      const { type, scheme = '', name: header = 'authorization' } = schemes[name] ?? { type: '' };
      const value = String(headers[header.toLowerCase()] ?? '');
      return type === 'apiKey' ? value !== '' : new RegExp(`^${scheme} \\S`, 'i').test(value);
    };
    const isAllowed = security.length === 0 || security.some((all) => Object.keys(all).every(isKept));
    return isAllowed ? [] : [`authorization is missing: ${security.flatMap(Object.keys).join(' or ')}`];
  }
}

function operationOf(
  description: Description,
  ajv: { json: Ajv2020; form: Ajv2020 },
  template: string,
  method: string,
  { parameters = [], security = description.security ?? [], requestBody }: OperationText,
): Operation {
  const at = ['paths', template, method];
  const known = parameters.map((parameter, index) =>
    '$ref' in parameter
      ? { ...(lookUp(description, parameter.$ref) as Parameter), schema: `${parameter.$ref}/schema` }
      : { ...parameter, schema: pointer([...at, 'parameters', String(index), 'schema']) },
  );
  const inQuery = known.filter((parameter) => parameter.in === 'query');
  const querySchema = {
    type: 'object',
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, { $ref: `api${schema}` }])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
  const bodies = Object.keys(requestBody?.content ?? {}).map((type) => {
    const $ref = `api${pointer([...at, 'requestBody', 'content', type, 'schema'])}`;
    // Undescribed names are spelling mistakes.
    const schema = { $ref, unevaluatedProperties: false };
    return [type, () => (type === JSON_TYPE ? ajv.json : ajv.form).compile(schema)] as const;
  });
  return {
    name: `${method.toUpperCase()} ${template}`,
    method: method.toUpperCase(),
    path: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    security,
    headers: known.flatMap(({ schema: _, ...parameter }) => (parameter.in === 'header' ? [parameter] : [])),
    query: () => ajv.form.compile(querySchema),
    bodyIsNeeded: requestBody?.required === true,
    bodies: new Map(bodies),
  };
}

function checkBody({ bodies, bodyIsNeeded }: Operation, { headers, body }: DoubleRequest): string[] {
  const formRule = bodies.get(FORM_TYPE);
  if (body.length === 0) {
    if (bodyIsNeeded && formRule) return errorsOf('body', formRule, {});
    return bodyIsNeeded ? ['body is missing'] : [];
  }
  const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
  const rule = bodies.get(type);
  if (!rule) return [`body has the type "${type}" instead of ${[...bodies.keys()].join(' or ')}`];
  const text = body.toString();
  return type === FORM_TYPE
    ? errorsOf('body', rule, listsIn(readForm(new URLSearchParams(text))))
    : errorsOf('body', rule, JSON.parse(text));
}

function errorsOf(where: string, rule: Rule, value: unknown): string[] {
  const validate = rule();
  return validate(value)
    ? []
    : [...new Set((validate.errors ?? []).map((error) => sentenceOf(where, error)))];
}

function sentenceOf(where: string, { instancePath, message, params }: ErrorObject): string {
  const name = params.additionalProperty ?? params.unevaluatedProperty;
  return `${where}${instancePath} ${message}${name === undefined ? '' : `: ${name}`}`;
}

/** Objects with the names 0, 1, 2 … become lists. */
function listsIn(form: Form | string): unknown {
  if (typeof form === 'string') return form;
  const entries = Object.entries(form).map(([name, value]) => [name, listsIn(value)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

const pointer = (names: string[]) =>
  `#/${names.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

function lookUp(description: object, ref: string): unknown {
  const names = ref.slice(2).split('/');
  return names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], description);
}

/** Also refuses undescribed names inside the fields of an object, such as in an item of a list. */
function withClosedFields<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withClosedFields) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => {
    const closed = withClosedFields(inner);
    if (name === 'items') return [name, isReference(closed) ? closedField(closed) : closed];
    if (name !== 'properties') return [name, closed];
    const fields = Object.entries(closed as object).map(([field, schema]) => [
      field,
      isReference(schema) ? closedField(schema) : schema,
    ]);
    return [name, Object.fromEntries(fields)];
  });
  return Object.fromEntries(entries) as T;
}

const isReference = (schema: unknown): schema is object =>
  typeof schema === 'object' && schema !== null && ('$ref' in schema || 'oneOf' in schema);

const closedField = (schema: object) => ({ allOf: [schema], unevaluatedProperties: false });
