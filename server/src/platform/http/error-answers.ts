import { ERRORS, type ErrorBody, type ErrorCode, type FieldError } from '@lading/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { isOwnerErased, postgresCode } from '../db/database.ts';
import { RepeatedProblems } from '../log.ts';
import { databaseProblem } from './read-only-mode.ts';

/** Our codes for requests that Fastify rejects before our code runs. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Expected while the database is unavailable or the process is busy. A stack for each request would hide the cause. */
const REFUSALS = new Set<ErrorCode>(['NOT_READY', 'READ_ONLY', 'OVERLOADED']);

/** What else happens when a request is refused because of what it contains. */
interface RefusalDeps {
  count(code: ErrorCode): void;
  /** Null when the caller is not signed in. */
  accountOf(request: FastifyRequest): string | null;
}

export function installErrorAnswers(app: FastifyInstance, deps?: RefusalDeps): void {
  const refused = new RepeatedProblems();
  const noteRefusal = refusalLog(deps);
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const problem = databaseProblem(error, request) ?? toAppError(error);
    if (REFUSALS.has(problem.code)) {
      const reason = problem.cause instanceof Error ? problem.cause.message : problem.message;
      refused.note(`${problem.code} ${reason}`, (requests) =>
        request.log.error(
          { event: 'http.requests_refused', code: problem.code, reason, requests },
          'Requests were refused; repeats with the same reason are logged once a minute, with a count',
        ),
      );
    } else if (problem.status >= 500)
      request.log.error(
        { event: 'http.request_failed', err: error, requestId: request.id },
        'Request failed',
      );
    else noteRefusal(request, problem.code);
    return sendError(request, reply, problem);
  });
}

/**
 * Attempts to get past a check look like any other mistake in the input: a forged signature, a changed total, text
 * that no form sends. They are counted by code, and logged once a minute for each code and route with the last caller.
 */
function refusalLog(deps: RefusalDeps | undefined) {
  const inputs = new RepeatedProblems();
  return (request: FastifyRequest, code: ErrorCode): void => {
    deps?.count(code);
    const { method, routeOptions, ip, id: requestId } = request;
    const route = routeOptions.url ?? 'unknown';
    inputs.note(`${code} ${method} ${route}`, (requests) =>
      request.log.info(
        {
          event: 'http.input_refused',
          code,
          method,
          route,
          requests,
          requestId,
          ip,
          userId: deps?.accountOf(request) ?? null,
        },
        'Input was refused; repeats with the same code and route are logged once a minute, with a count',
      ),
    );
  };
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  const body: ErrorBody = {
    error: error.code,
    message: error.message,
    requestId: request.id,
    ...error.extra,
  };
  if (error.fields) body.fields = error.fields;
  // Bypass the route's serializer: the route may declare no response for this status.
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

/** PostgreSQL's codes for text that it cannot store: NUL and invalid characters. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05']);

function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  if (UNSTORABLE_TEXT.has(postgresCode(error) ?? '')) return new AppError('BAD_REQUEST', { cause: error });
  // The account was erased after the guard had accepted the request.
  if (isOwnerErased(error)) return new AppError('NOT_AUTHENTICATED', { cause: error });
  if (error.validation) return validationError(error.validation);
  const code = FRAMEWORK_CODES[error.code];
  if (code) return new AppError(code);
  const isClientError = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return new AppError(isClientError ? 'BAD_REQUEST' : 'INTERNAL', { cause: error });
}

function validationError(issues: { instancePath: string; message?: string }[]): AppError {
  const fields: FieldError[] = issues.map((issue) => ({
    path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: issue.message ?? ERRORS.VALIDATION_FAILED.message,
  }));
  const first = fields[0]?.message;
  return new AppError('VALIDATION_FAILED', { fields, ...(first ? { message: first } : {}) });
}
