import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { jsonProblem } from '../json-problem.ts';
import type { RefusalDelays } from './refusal-delays.ts';

/** Refuses bodies that are too costly to parse. */
export function installJsonBodies(app: FastifyInstance, delays: RefusalDelays): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const message = jsonProblem(body);
    if (message === null) parse(request, body, done);
    else void delays.wait(request.ip).then(() => done(new AppError('BAD_REQUEST', { message })));
  });
}
