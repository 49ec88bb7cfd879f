import { Readable } from 'node:stream';
import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import {
  ApplyRuleBodySchema,
  BATCH_FILES,
  BatchAnswerSchema,
  BatchesAnswerSchema,
  BatchFileQuerySchema,
  BulkLabelsAnswerSchema,
  BulkLabelsBodySchema,
  BulkRowDetailSchema,
  ChooseRatesBodySchema,
  CreateBatchBodySchema,
  EditRowsBodySchema,
  GetRatesBodySchema,
  RemoveRowsBodySchema,
  RetryRowsBodySchema,
  RowsAnswerSchema,
  RowsQuerySchema,
  RuleEffectSchema,
  StartLabelsBodySchema,
  UploadRowsBodySchema,
} from '@lading/contract/bulk.ts';
import { ErrorBodySchema } from '@lading/contract/errors.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { listenToBatch } from './batch-events.ts';
import { batchFile } from './batch-files.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { buyInBulk } from './buy-in-bulk.ts';
import { cancelLabels } from './cancel-labels.ts';
import { applyRule, chooseRates } from './choose-rates.ts';
import { discardBatch } from './discard-batch.ts';
import { editRows, removeRows } from './edit-rows.ts';
import { getRates } from './get-rates.ts';
import { pauseBatch } from './pause-batch.ts';
import { resumeBatch } from './resume-batch.ts';
import { retryRows } from './retry-rows.ts';
import { getBatch, listBatches } from './show-batch.ts';
import { showRow, showRows } from './show-rows.ts';
import { startLabels } from './start-labels.ts';
import { createBatch, uploadRows } from './upload-rows.ts';

/** Five hundred rows of a wide file, and ten thousand edits or rates. */
const ROWS_BODY_LIMIT = 8 * 1024 * 1024;
const tags = ['Bulk'];
const security = [{ token: [] }];
const refusals = { '4xx': ErrorBodySchema };
const IdSchema = z.object({ id: z.uuid() });
const RowSchema = z.object({
  id: z.uuid(),
  number: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(BULK_LIMITS.rows)),
});
const FileSchema = z.object({ id: z.uuid(), file: z.enum(BATCH_FILES) });

export interface BulkRouteDeps extends BulkDeps {
  requireUser: (request: FastifyRequest) => Promise<void>;
  actorOf: (request: FastifyRequest) => { userId: string };
}

export function bulkRoutes(app: HttpServer, deps: BulkRouteDeps): void {
  const { requireUser: preValidation, actorOf } = deps;
  const common = { tags, security };
  const ofBatch = { ...common, params: IdSchema };
  const answers = { 200: BatchAnswerSchema, ...refusals };
  const limits = { preValidation, bodyLimit: ROWS_BODY_LIMIT };
  // Listeners would keep a server that stops waiting; they come back to the next one.
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  app.post(
    API.batches,
    {
      preValidation,
      schema: {
        ...common,
        summary: 'A new upload; its rows follow in pieces.',
        body: CreateBatchBodySchema,
        response: { 201: BatchAnswerSchema, ...refusals },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send({ batch: await createBatch(deps, actorOf(request), request.body, idempotencyKeyOf(request)) }),
  );
  app.get(
    API.batches,
    {
      preValidation,
      schema: {
        ...common,
        summary: 'The newest uploads.',
        response: { 200: BatchesAnswerSchema, ...refusals },
      },
    },
    (request) => listBatches(deps, actorOf(request)),
  );
  app.get(
    API.batch,
    { preValidation, schema: { ...ofBatch, summary: 'An upload with its figures.', response: answers } },
    async (request) => ({
      batch: await getBatch(deps, actorOf(request), request.params.id),
    }),
  );
  app.delete(
    API.batch,
    {
      preValidation,
      schema: {
        ...ofBatch,
        summary: 'Discards an upload. Labels that were made stay in the history.',
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      await discardBatch(deps, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.put(
    API.batchRows,
    {
      ...limits,
      schema: {
        ...ofBatch,
        summary: 'A piece of the rows, judged as it comes. A piece that comes twice changes nothing.',
        body: UploadRowsBodySchema,
        response: answers,
      },
    },
    async (request) => ({ batch: await uploadRows(deps, actorOf(request), request.params.id, request.body) }),
  );
  app.get(
    API.batchRows,
    {
      preValidation,
      schema: {
        ...ofBatch,
        summary: 'Rows in their order, a thousand at a time.',
        querystring: RowsQuerySchema,
        response: { 200: RowsAnswerSchema, ...refusals },
      },
    },
    (request) => showRows(deps, actorOf(request), request.params.id, request.query),
  );
  app.patch(
    API.batchRows,
    {
      ...limits,
      schema: {
        ...ofBatch,
        summary: 'New cells; their rows are judged anew.',
        body: EditRowsBodySchema,
        response: answers,
      },
    },
    async (request) => ({ batch: await editRows(deps, actorOf(request), request.params.id, request.body) }),
  );
  app.get(
    API.batchRow,
    {
      preValidation,
      schema: {
        ...common,
        params: RowSchema,
        summary: 'One row with its addresses, its rates and how its cells were read.',
        response: { 200: BulkRowDetailSchema, ...refusals },
      },
    },
    (request) => showRow(deps, actorOf(request), request.params.id, request.params.number),
  );
  app.post(
    API.batchRemovals,
    {
      ...limits,
      schema: {
        ...ofBatch,
        summary: 'Takes rows out, or puts them back.',
        body: RemoveRowsBodySchema,
        response: answers,
      },
    },
    async (request) => ({ batch: await removeRows(deps, actorOf(request), request.params.id, request.body) }),
  );
  app.get(
    API.batchEvents,
    {
      preValidation,
      schema: {
        ...ofBatch,
        summary: 'What changes, as server-sent events; goes on after `Last-Event-ID`.',
      },
    },
    async (request, reply) => {
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const lastEventId = String(request.headers['last-event-id'] ?? '');
      const signal = AbortSignal.any([gone.signal, stopping.signal]);
      const isAuthorized = () =>
        deps.requireUser(request).then(
          () => true,
          () => false,
        );
      const events = await listenToBatch(deps, actorOf(request), {
        batchId: request.params.id,
        lastEventId,
        signal,
        isAuthorized,
      });
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .header('connection', 'close')
        .send(Readable.from(events));
    },
  );
  app.post(
    API.batchRates,
    {
      ...limits,
      schema: {
        ...ofBatch,
        summary: 'Gets rates for every row that can be priced, or for the named ones.',
        body: GetRatesBodySchema,
        response: answers,
      },
    },
    async (request) => ({ batch: await getRates(deps, actorOf(request), request.params.id, request.body) }),
  );
  app.put(
    API.batchChoices,
    {
      ...limits,
      schema: {
        ...ofBatch,
        summary: 'Chooses rates by hand.',
        body: ChooseRatesBodySchema,
        response: answers,
      },
    },
    async (request) => ({
      batch: await chooseRates(deps, actorOf(request), request.params.id, request.body),
    }),
  );
  app.post(
    API.batchRule,
    {
      preValidation,
      schema: {
        ...ofBatch,
        summary: 'Chooses a rate for every row by one rule, or tells what that would do.',
        body: ApplyRuleBodySchema,
        response: { 200: RuleEffectSchema, ...refusals },
      },
    },
    (request) => applyRule(deps, actorOf(request), request.params.id, request.body),
  );
  app.post(
    API.batchLabels,
    {
      preValidation,
      schema: {
        ...ofBatch,
        summary:
          'Makes the labels that a payment was made for. It happens without this call too, a moment later.',
        body: StartLabelsBodySchema,
        response: answers,
      },
    },
    async (request) => ({
      batch: await startLabels(deps, actorOf(request), request.params.id, request.body),
    }),
  );
  for (const [path, change, summary] of [
    [API.batchPause, pauseBatch, 'Begins nothing new until it is resumed.'],
    [API.batchResume, resumeBatch, 'Goes on.'],
  ] as const)
    app.post(
      path,
      { preValidation, schema: { ...ofBatch, summary, response: answers } },
      async (request) => ({
        batch: await change(deps, actorOf(request), request.params.id),
      }),
    );
  app.post(
    API.batchCancel,
    {
      preValidation,
      schema: { ...ofBatch, summary: 'Makes no more labels; what they cost goes back.', response: answers },
    },
    async (request) => ({ batch: await cancelLabels(deps, actorOf(request), request.params.id) }),
  );
  app.post(
    API.batchRetry,
    {
      ...limits,
      schema: {
        ...ofBatch,
        summary: 'Gets new rates for rows that failed.',
        body: RetryRowsBodySchema,
        response: answers,
      },
    },
    async (request) => ({ batch: await retryRows(deps, actorOf(request), request.params.id, request.body) }),
  );
  app.get(
    API.batchFile,
    {
      preValidation,
      schema: {
        ...common,
        params: FileSchema,
        querystring: BatchFileQuerySchema,
        summary: 'All labels in the order of the rows as PDF or ZPL, or the results as CSV.',
      },
    },
    async (request, reply) => {
      const { id, file } = request.params;
      return sendFile(reply, await batchFile(deps, actorOf(request), id, { file, ...request.query }));
    },
  );
  app.post(
    API.bulkLabels,
    {
      ...limits,
      schema: {
        ...common,
        summary: 'Buys many labels with one payment. A repeat returns the same labels.',
        body: BulkLabelsBodySchema,
        response: { 200: BulkLabelsAnswerSchema, 202: BulkLabelsAnswerSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const answer = await buyInBulk(deps, actorOf(request), request.body);
      return reply.code(answer.finished ? 200 : 202).send(answer);
    },
  );
}
