import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import {
  BatchAnswerSchema,
  BulkRowDetailSchema,
  CompleteItemsBodySchema,
  EditRowsBodySchema,
  RemoveRowsBodySchema,
  RowsAnswerSchema,
  RowsQuerySchema,
  UploadRowsBodySchema,
} from '@lading/contract/bulk.ts';
import { API } from '@lading/contract/routes.ts';
import { uuid } from '@lading/contract/uuid.ts';
import * as z from 'zod/mini';
import { ACCOUNT_LIMITS } from '../../platform/http/rate-limits.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { CHOICES_LIMIT, NUMBERS_LIMIT, ROWS_LIMIT } from './body-limits.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { completeRows } from './complete-rows.ts';
import { editRows, removeRows } from './edit-rows.ts';
import { showRow, showRows } from './show-rows.ts';
import { uploadRows } from './upload-rows.ts';

const MAX_PARALLEL = 4;
const RowSchema = z.object({
  id: uuid(),
  number: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(BULK_LIMITS.rows)),
});

const route = routesOf<BulkDeps>('Bulk');

export const ROW_ROUTES = [
  route({
    method: 'PUT',
    path: API.batchRows,
    access: 'user',
    apiKey: 'labels',
    operationId: 'uploadRows',
    summary: 'Adds a chunk of rows and validates them. A retry of the same chunk changes nothing.',
    bodyLimit: ROWS_LIMIT,
    rateLimit: ACCOUNT_LIMITS.bulkCalls,
    parallelPerAccount: MAX_PARALLEL,
    params: IdSchema,
    body: UploadRowsBodySchema,
    answer: BatchAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      batch: await uploadRows(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'GET',
    path: API.batchRows,
    access: 'user',
    apiKey: 'labels',
    operationId: 'listRows',
    summary: 'Lists rows in order, a thousand at a time.',
    params: IdSchema,
    query: RowsQuerySchema,
    answer: RowsAnswerSchema,
    handle: (deps, { actor, params, query }) => showRows(deps, actor, params.id, query),
  }),
  route({
    method: 'PATCH',
    path: API.batchRows,
    access: 'user',
    apiKey: 'labels',
    operationId: 'editRows',
    summary: 'Changes cells and validates their rows again.',
    bodyLimit: ROWS_LIMIT,
    rateLimit: ACCOUNT_LIMITS.bulkCalls,
    parallelPerAccount: MAX_PARALLEL,
    params: IdSchema,
    body: EditRowsBodySchema,
    answer: BatchAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      batch: await editRows(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'GET',
    path: API.batchRow,
    access: 'user',
    apiKey: 'labels',
    operationId: 'getRow',
    summary: 'Returns one row with its addresses, its rates and how its cells were read.',
    params: RowSchema,
    answer: BulkRowDetailSchema,
    handle: (deps, { actor, params }) => showRow(deps, actor, params.id, params.number),
  }),
  route({
    method: 'POST',
    path: API.batchItems,
    access: 'user',
    apiKey: 'labels',
    operationId: 'completeItems',
    summary:
      'Fills in missing customs data for every row that contains an item with the given SKU or description.',
    bodyLimit: CHOICES_LIMIT,
    rateLimit: ACCOUNT_LIMITS.bulkCalls,
    parallelPerAccount: MAX_PARALLEL,
    params: IdSchema,
    body: CompleteItemsBodySchema,
    answer: BatchAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      batch: await completeRows(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'POST',
    path: API.batchRemovals,
    access: 'user',
    apiKey: 'labels',
    operationId: 'removeRows',
    summary: 'Removes rows or restores them.',
    bodyLimit: NUMBERS_LIMIT,
    rateLimit: ACCOUNT_LIMITS.bulkCalls,
    params: IdSchema,
    body: RemoveRowsBodySchema,
    answer: BatchAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      batch: await removeRows(deps, actor, params.id, body),
    }),
  }),
];
