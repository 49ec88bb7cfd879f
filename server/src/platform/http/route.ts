import type { ApiKeyScope } from '@lading/contract/api-keys.ts';
import type { Permission } from '@lading/contract/permissions.ts';
import { uuid } from '@lading/contract/uuid.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Actor, SignedInActor } from '../actor.ts';
import type { ParallelCalls } from './parallel-calls.ts';
import type { RateLimit } from './rate-limits.ts';

type Schema = z.core.$ZodType;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route. `user` is any active account, `admin` a member of the staff whose role has the route's
 * permission. The handler of a `custom` route checks the caller itself, because a token is not the only
 * credential or a refusal needs its own record.
 */
type Access = 'public' | 'user' | 'admin' | 'custom';

/** The parameters of a path such as `/api/things/:id`. */
export const IdSchema = z.object({ id: uuid() });

type Parsed<S> = S extends Schema ? z.output<S> : undefined;

/** One request, checked against the schemas of its route. */
export interface Call<A extends Access = Access, P = unknown, Q = unknown, B = unknown, H = string> {
  /** Undefined when the route has no guard. */
  actor: A extends 'user' | 'admin' ? SignedInActor : undefined;
  origin: Pick<Actor, 'ip' | 'requestId'>;
  params: P;
  query: Q;
  body: B;
  /** The body of a route with `rawBody`; undefined if the request has none. */
  bytes: Buffer | undefined;
  reply: FastifyReply;
  /** Only headers that the route declares: CORS allows exactly those. */
  header(name: H): string | undefined;
  /** Looks the session up again, or throws NOT_AUTHENTICATED. */
  authenticate(): Promise<SignedInActor>;
  /** Aborts when the caller disconnects or the server stops. */
  abortSignal(): AbortSignal;
}

interface Documentation {
  /** Unique across the API; generated clients name their methods after it. */
  operationId: string;
  summary: string;
}

interface Options {
  method: Method;
  path: string;
  /** 16 KB unless given. */
  bodyLimit?: number;
  /**
   * False exempts the route from limits per address. Without one, the general limit applies. Limits per account
   * come on top of that.
   */
  rateLimit?: RateLimit | readonly RateLimit[] | false;
  /** How many calls of one account this process serves at a time: of this route, or of all routes that share the limit. */
  parallelPerAccount?: number | ParallelCalls;
  /** Kept for one release for callers of an old path. */
  deprecated?: boolean;
  /**
   * `recent`: a sensitive route. With LADING_SECURITY=strict it needs a proof of identity from the last ten
   * minutes. `always`: the same at every security level.
   */
  proof?: 'recent' | 'always';
  /** Works for accounts that must set up a second factor and have not yet done so. */
  beforeSecondFactor?: true;
  /** With LADING_SECURITY=strict, only for accounts whose email address is verified. */
  verifiedEmail?: true;
  /**
   * The browser calls it without user action, so it does not keep an idle session alive. Other reads can say so with
   * `X-Background: 1`.
   */
  background?: true;
  /** Left out of the OpenAPI document and CORS: other servers call it, not browsers. */
  hidden?: boolean;
  /**
   * The handler gets the body as a Buffer (`bytes`), whatever its content type. The API description names the
   * listed types.
   */
  rawBody?: true | readonly string[];
  /** The content type of a response without `answer`, if it is always the same. */
  sends?: string;
  /** Described instead of `body` where the handler checks the parts of a body one by one. */
  describedBody?: Schema;
  /** Rejects a request before its body is read. */
  beforeBody?: (request: FastifyRequest) => Promise<void>;
}

type RouteSpec<
  Deps,
  A extends Access,
  P extends Schema | undefined,
  Q extends Schema | undefined,
  B extends Schema | undefined,
  R extends Schema | undefined,
  H extends string,
> = Options &
  Documentation & {
    access: A;
    params?: P;
    query?: Q;
    body?: B;
    /** The request headers that the handler reads. */
    headers?: readonly H[];
    /** The body of a success. A route without one sends a file or a stream through `reply`. */
    answer?: R;
    /** 200 unless given. */
    status?: 201 | 204;
    /** Answers 202 instead of 200 when the work has not finished. */
    isPending?(answer: Parsed<R>): boolean;
    handle(
      deps: Deps,
      call: Call<A, Parsed<P>, Parsed<Q>, Parsed<B>, H>,
    ): R extends Schema ? Parsed<R> | Promise<Parsed<R>> : FastifyReply | Promise<FastifyReply>;
  } & (A extends 'admin' ? { permission: Permission } : { permission?: never }) &
  (A extends 'user' | 'custom' ? { apiKey?: ApiKeyScope } : { apiKey?: never });

/** A route as registration, the API description, CORS and the access tests read it. */
export interface Route<Deps = unknown> extends Options, Documentation {
  tag: string;
  access: Access;
  /** Every admin route has one. */
  permission?: Permission | undefined;
  /** Accepts API keys of this scope. Without one, only sessions. */
  apiKey?: ApiKeyScope | undefined;
  params?: Schema | undefined;
  query?: Schema | undefined;
  body?: Schema | undefined;
  headers?: readonly string[];
  answer?: Schema | undefined;
  status?: 201 | 204;
  isPending?(answer: unknown): boolean;
  handle(deps: Deps, call: Call): unknown;
}

/** Defines the routes of one tag; each handler's types follow from the schemas beside it. */
export const routesOf =
  <Deps>(tag: string) =>
  <
    A extends Access,
    P extends Schema | undefined = undefined,
    Q extends Schema | undefined = undefined,
    B extends Schema | undefined = undefined,
    R extends Schema | undefined = undefined,
    H extends string = never,
  >(
    spec: RouteSpec<Deps, A, P, Q, B, R, H>,
  ): Route<Deps> => ({ ...spec, tag });
