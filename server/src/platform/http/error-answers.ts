import { ERRORS, type ErrorBody, type ErrorCode, type FieldError } from '@lading/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { isOwnerErased, postgresCode } from '../db/database.ts';
import { databaseProblem } from './read-only-mode.ts';

/** What the framework refuses before our code runs, in the words of our table. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

export function installErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const problem = databaseProblem(error, request) ?? toAppError(error);
    if (problem.status >= 500) request.log.error({ err: error, requestId: request.id }, 'a request failed');
    return sendError(request, reply, problem);
  });
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  const body: ErrorBody = { error: error.code, message: error.message, requestId: request.id };
  if (error.fields) body.fields = error.fields;
  // Not through a route's schema: an error may meet a route that declares no answer of its status.
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

/** NUL and broken characters, which no text of the database can hold; whoever sends them hears it. */
const UNKEEPABLE_TEXT = new Set(['22021', '22P05']);

function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  if (UNKEEPABLE_TEXT.has(postgresCode(error) ?? '')) return new AppError('BAD_REQUEST', { cause: error });
  // Its session ended with the account, after the request had been let in.
  if (isOwnerErased(error)) return new AppError('NOT_AUTHENTICATED', { cause: error });
  if (error.validation) return validationError(error.validation);
  const code = FRAMEWORK_CODES[error.code];
  if (code) return new AppError(code);
  const isRefusal = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return new AppError(isRefusal ? 'BAD_REQUEST' : 'INTERNAL', { cause: error });
}

function validationError(issues: { instancePath: string; message?: string }[]): AppError {
  const fields: FieldError[] = issues.map((issue) => ({
    path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: issue.message ?? ERRORS.VALIDATION_FAILED.message,
  }));
  const first = fields[0]?.message;
  return new AppError('VALIDATION_FAILED', { fields, ...(first ? { message: first } : {}) });
}
