import type { RateRule } from '@lading/contract/bulk/rules.ts';
import {
  type BATCH_FILES,
  type Batch,
  BatchAnswerSchema,
  BatchesAnswerSchema,
  type BulkRowDetail,
  BulkRowDetailSchema,
  type CreateBatchBody,
  type EditRowsBody,
  type ItemAnswer,
  type RateChoice,
  type RowsAnswer,
  RowsAnswerSchema,
  type RuleEffect,
  RuleEffectSchema,
  type UploadRow,
} from '@lading/contract/bulk.ts';
import { API, path } from '@lading/contract/routes.ts';
import type { LabelPaper, PdfContents } from '@lading/contract/shipments.ts';
import * as z from 'zod/mini';
import { type ApiRequestOptions, apiRequest } from '../../../lib/api-client.ts';
import { fetchFile } from '../../../lib/download-file.ts';

/** For calls whose effect arrives as events of the batch. */
const AnythingSchema = z.unknown();

async function command(to: string, options: ApiRequestOptions): Promise<void> {
  await apiRequest(AnythingSchema, to, options);
}

// The batch and its rows

export const createBatch = async (body: CreateBatchBody, idempotencyKey: string): Promise<Batch> =>
  (await apiRequest(BatchAnswerSchema, API.batches, { method: 'POST', body, idempotencyKey })).batch;

export const putRows = (id: string, rows: UploadRow[]): Promise<void> =>
  command(path(API.batchRows, { id }), { method: 'PUT', body: { rows } });

export const getBatch = async (id: string, signal?: AbortSignal): Promise<Batch> =>
  (await apiRequest(BatchAnswerSchema, path(API.batch, { id }), { ...(signal ? { signal } : {}) })).batch;

export const getRows = (
  id: string,
  query: { after: number; limit: number },
  signal: AbortSignal,
): Promise<RowsAnswer> => apiRequest(RowsAnswerSchema, path(API.batchRows, { id }), { query, signal });

export const listBatches = async (): Promise<Batch[]> =>
  (await apiRequest(BatchesAnswerSchema, API.batches)).batches;

export const discard = (id: string): Promise<void> => command(path(API.batch, { id }), { method: 'DELETE' });

export const rowDetail = async (id: string, number: number): Promise<BulkRowDetail> =>
  (await apiRequest(BulkRowDetailSchema, path(API.batchRow, { id, number }))).row;

export const editRows = async (id: string, edits: EditRowsBody['edits']): Promise<Batch> =>
  (await apiRequest(BatchAnswerSchema, path(API.batchRows, { id }), { method: 'PATCH', body: { edits } }))
    .batch;

export const completeItems = (id: string, answers: ItemAnswer[]): Promise<void> =>
  command(path(API.batchItems, { id }), { method: 'POST', body: { answers } });

export const removeRows = async (id: string, numbers: number[], removed: boolean): Promise<Batch> =>
  (
    await apiRequest(BatchAnswerSchema, path(API.batchRemovals, { id }), {
      method: 'POST',
      body: { numbers, removed },
    })
  ).batch;

// Rates and labels

/** Without numbers, for every row that is ready and has no rates yet. */
export const getRates = (id: string, numbers?: number[]): Promise<void> =>
  command(path(API.batchRates, { id }), { method: 'POST', body: numbers ? { numbers } : {} });

export const chooseRates = (id: string, choices: RateChoice[]): Promise<void> =>
  command(path(API.batchChoices, { id }), { method: 'PUT', body: { choices } });

export const applyRule = (id: string, rule: RateRule, preview: boolean): Promise<RuleEffect> =>
  apiRequest(RuleEffectSchema, path(API.batchRule, { id }), { method: 'POST', body: { rule, preview } });

export const startLabels = (id: string, paymentIntentId: string): Promise<void> =>
  command(path(API.batchLabels, { id }), { method: 'POST', body: { paymentIntentId } });

export const pause = (id: string): Promise<void> => command(path(API.batchPause, { id }), { method: 'POST' });

export const resume = (id: string): Promise<void> =>
  command(path(API.batchResume, { id }), { method: 'POST' });

export const cancel = (id: string): Promise<void> =>
  command(path(API.batchCancel, { id }), { method: 'POST' });

/** Returns failed rows to rate selection. They were refunded, so they are paid for again. */
export const retry = (id: string, numbers: number[]): Promise<void> =>
  command(path(API.batchRetry, { id }), { method: 'POST', body: { numbers } });

export const batchFile = (
  id: string,
  file: (typeof BATCH_FILES)[number],
  query: { paper?: LabelPaper; content?: PdfContents; dpi?: '203' | '300' } = {},
  signal?: AbortSignal,
): Promise<Blob> => fetchFile(path(API.batchFile, { id, file }), query, signal);
