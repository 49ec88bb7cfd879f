import { Readable } from 'node:stream';
import {
  ApplyRuleBodySchema,
  BATCH_FILES,
  BatchAnswerSchema,
  BatchesAnswerSchema,
  BatchFileQuerySchema,
  BulkLabelsAnswerSchema,
  BulkLabelsBodySchema,
  ChooseRatesBodySchema,
  CreateBatchBodySchema,
  GetRatesBodySchema,
  RetryRowsBodySchema,
  RuleEffectSchema,
  StartLabelsBodySchema,
} from '@lading/contract/bulk.ts';
import { API } from '@lading/contract/routes.ts';
import { uuid } from '@lading/contract/uuid.ts';
import * as z from 'zod/mini';
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts';
import { ACCOUNT_LIMITS } from '../../platform/http/rate-limits.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { listenToBatch } from './batch-events.ts';
import { batchFile } from './batch-files.ts';
import { CHOICES_LIMIT, HEADER_LIMIT, NUMBERS_LIMIT, SHIPMENTS_LIMIT } from './body-limits.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { ROW_ROUTES } from './bulk-rows.routes.ts';
import { buyInBulk } from './buy-in-bulk.ts';
import { cancelLabels } from './cancel-labels.ts';
import { applyRule, chooseRates } from './choose-rates.ts';
import { discardBatch } from './discard-batch.ts';
import { getRates } from './get-rates.ts';
import { pauseBatch } from './pause-batch.ts';
import { resumeBatch } from './resume-batch.ts';
import { retryRows } from './retry-rows.ts';
import { getBatch, listBatches } from './show-batch.ts';
import { startLabels } from './start-labels.ts';
import { createBatch } from './upload-rows.ts';

const MAX_PARALLEL = 4;
const FileSchema = z.object({ id: uuid(), file: z.enum(BATCH_FILES) });

const route = routesOf<BulkDeps>('Bulk');

const BATCH_ROUTES = [
  route({
    method: 'POST',
    path: API.batches,
    access: 'user',
    apiKey: 'labels',
    operationId: 'createBatch',
    summary: 'Creates an upload. Its rows follow in chunks.',
    bodyLimit: HEADER_LIMIT,
    rateLimit: ACCOUNT_LIMITS.batches,
    headers: ['idempotency-key'],
    body: CreateBatchBodySchema,
    answer: BatchAnswerSchema,
    status: 201,
    handle: async (deps, call) => ({
      batch: await createBatch(deps, call.actor, call.body, idempotencyKeyOf(call)),
    }),
  }),
  route({
    method: 'GET',
    path: API.batches,
    access: 'user',
    apiKey: 'labels',
    operationId: 'listBatches',
    summary: 'Lists the newest uploads.',
    answer: BatchesAnswerSchema,
    handle: (deps, { actor }) => listBatches(deps, actor),
  }),
  route({
    method: 'GET',
    path: API.batch,
    access: 'user',
    apiKey: 'labels',
    operationId: 'getBatch',
    summary: 'Returns an upload with its totals.',
    params: IdSchema,
    answer: BatchAnswerSchema,
    handle: async (deps, { actor, params }) => ({
      batch: await getBatch(deps, actor, params.id),
    }),
  }),
  route({
    method: 'DELETE',
    path: API.batch,
    access: 'user',
    apiKey: 'labels',
    operationId: 'discardBatch',
    summary: 'Discards an upload. Labels already created stay in the shipping history.',
    params: IdSchema,
    answer: z.null(),
    status: 204,
    handle: async (deps, { actor, params }) => {
      await discardBatch(deps, actor, params.id);
      return null;
    },
  }),
  route({
    method: 'GET',
    path: API.batchEvents,
    access: 'user',
    apiKey: 'labels',
    operationId: 'streamBatchEvents',
    summary: 'Streams changes as server-sent events, resuming after `Last-Event-ID`.',
    headers: ['last-event-id'],
    sends: 'text/event-stream',
    background: true,
    params: IdSchema,
    handle: async (deps, { actor, params, header, reply, authenticate, abortSignal }) => {
      const isAuthorized = () =>
        authenticate().then(
          () => true,
          () => false,
        );
      const events = await listenToBatch(deps, actor, {
        batchId: params.id,
        lastEventId: header('last-event-id') ?? '',
        signal: abortSignal(),
        isAuthorized,
      });
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .header('connection', 'close')
        .send(Readable.from(events));
    },
  }),
];

const RATE_ROUTES = [
  route({
    method: 'POST',
    path: API.batchRates,
    access: 'user',
    apiKey: 'labels',
    operationId: 'getBatchRates',
    summary: 'Gets rates for every row that can be priced, or for the given rows.',
    bodyLimit: NUMBERS_LIMIT,
    rateLimit: ACCOUNT_LIMITS.bulkCalls,
    params: IdSchema,
    body: GetRatesBodySchema,
    answer: BatchAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      batch: await getRates(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'PUT',
    path: API.batchChoices,
    access: 'user',
    apiKey: 'labels',
    operationId: 'chooseRates',
    summary: 'Selects rates for single rows.',
    bodyLimit: CHOICES_LIMIT,
    rateLimit: ACCOUNT_LIMITS.bulkCalls,
    params: IdSchema,
    body: ChooseRatesBodySchema,
    answer: BatchAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      batch: await chooseRates(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'POST',
    path: API.batchRule,
    access: 'user',
    apiKey: 'labels',
    operationId: 'applyRateRule',
    summary: 'Selects a rate for every row by one rule, or previews the result.',
    params: IdSchema,
    body: ApplyRuleBodySchema,
    answer: RuleEffectSchema,
    handle: (deps, { actor, params, body }) => applyRule(deps, actor, params.id, body),
  }),
];

const LABEL_ROUTES = [
  route({
    method: 'POST',
    path: API.batchLabels,
    access: 'user',
    apiKey: 'labels',
    operationId: 'startLabels',
    summary: 'Starts creating the labels for a payment. Without this call, they start a little later.',
    params: IdSchema,
    body: StartLabelsBodySchema,
    answer: BatchAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      batch: await startLabels(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'POST',
    path: API.batchPause,
    access: 'user',
    apiKey: 'labels',
    operationId: 'pauseBatch',
    summary: 'Pauses an upload. No new labels are created until it is resumed.',
    params: IdSchema,
    answer: BatchAnswerSchema,
    handle: async (deps, { actor, params }) => ({ batch: await pauseBatch(deps, actor, params.id) }),
  }),
  route({
    method: 'POST',
    path: API.batchResume,
    access: 'user',
    apiKey: 'labels',
    operationId: 'resumeBatch',
    summary: 'Resumes a paused upload.',
    params: IdSchema,
    answer: BatchAnswerSchema,
    handle: async (deps, { actor, params }) => ({ batch: await resumeBatch(deps, actor, params.id) }),
  }),
  route({
    method: 'POST',
    path: API.batchCancel,
    access: 'user',
    apiKey: 'labels',
    operationId: 'cancelLabels',
    summary: 'Cancels the remaining labels and refunds them.',
    params: IdSchema,
    answer: BatchAnswerSchema,
    handle: async (deps, { actor, params }) => ({ batch: await cancelLabels(deps, actor, params.id) }),
  }),
  route({
    method: 'POST',
    path: API.batchRetry,
    access: 'user',
    apiKey: 'labels',
    operationId: 'retryRows',
    summary: 'Gets new rates for rows that failed.',
    bodyLimit: NUMBERS_LIMIT,
    rateLimit: ACCOUNT_LIMITS.bulkCalls,
    params: IdSchema,
    body: RetryRowsBodySchema,
    answer: BatchAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      batch: await retryRows(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'GET',
    path: API.batchFile,
    access: 'user',
    apiKey: 'labels',
    operationId: 'downloadBatchFile',
    summary: 'Downloads all labels in row order as PDF or ZPL, or the results as CSV.',
    params: FileSchema,
    query: BatchFileQuerySchema,
    handle: async (deps, { actor, params: { id, file }, query, reply }) =>
      sendFile(reply, await batchFile(deps, actor, id, { file, ...query })),
  }),
  route({
    method: 'POST',
    path: API.bulkLabels,
    access: 'user',
    apiKey: 'labels',
    operationId: 'buyLabels',
    summary: 'Buys many labels with one payment. A retry returns the same labels.',
    bodyLimit: SHIPMENTS_LIMIT,
    rateLimit: ACCOUNT_LIMITS.bulkCalls,
    parallelPerAccount: MAX_PARALLEL,
    body: BulkLabelsBodySchema,
    answer: BulkLabelsAnswerSchema,
    isPending: ({ finished }) => !finished,
    handle: (deps, { actor, body, abortSignal }) => buyInBulk(deps, actor, body, abortSignal()),
  }),
];

export const BULK_ROUTES = [...BATCH_ROUTES, ...ROW_ROUTES, ...RATE_ROUTES, ...LABEL_ROUTES];
