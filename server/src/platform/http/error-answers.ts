import { ERRORS, type ErrorBody, type ErrorCode, type FieldError } from '@lading/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { isOwnerErased, postgresCode } from '../db/database.ts';
import { databaseProblem } from './read-only-mode.ts';

/** Our codes for requests that Fastify rejects before our code runs. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

export function installErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const problem = databaseProblem(error, request) ?? toAppError(error);
    if (problem.status >= 500)
      request.log.error(
        { event: 'http.request_failed', err: error, requestId: request.id },
        'Request failed',
      );
    return sendError(request, reply, problem);
  });
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  const body: ErrorBody = { error: error.code, message: error.message, requestId: request.id };
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
