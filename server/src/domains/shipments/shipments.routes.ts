import { MessageAnswerSchema } from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import {
  CarriersAnswerSchema,
  DetailedRatesAnswerSchema,
  EmailLabelBodySchema,
  HistoryAnswerSchema,
  HistoryQuerySchema,
  LabelAnswerSchema,
  LabelBodySchema,
  LabelFileQuerySchema,
  MergedLabelsQuerySchema,
  RatesAnswerSchema,
  RatesBodySchema,
  TestLabelQuerySchema,
  TransactionAnswerSchema,
} from '@lading/contract/shipments.ts';
import * as z from 'zod/mini';
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts';
import { ACCOUNT_LIMITS } from '../../platform/http/rate-limits.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { buyLabel } from './buy-label.ts';
import { type EmailLabelDeps, emailLabel } from './email-label.ts';
import { authorizeLabelRead } from './label-access.ts';
import { type LabelFileDeps, labelFile, testLabel } from './label-file.ts';
import { listCarriers } from './list-carriers.ts';
import { mergedLabels } from './merged-labels.ts';
import { plainRates, quoteRates } from './quote-rates.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { type HistoryDeps, showHistory } from './show-history.ts';
import { showTransaction } from './show-transaction.ts';

type Deps = ShipmentDeps & HistoryDeps & LabelFileDeps & EmailLabelDeps;

const BODY_LIMIT = 32 * 1024;
/** Fits a declaration with a hundred items. */
const SHIPMENT_LIMIT = 128 * 1024;

const route = routesOf<Deps>('Shipping');

const SHIPPING_ROUTES = [
  route({
    method: 'POST',
    path: API.rates,
    access: 'user',
    apiKey: 'labels',
    operationId: 'getRates',
    summary:
      'Quotes every service for one parcel, cheapest first. With `detailed`, also says why a carrier has no rates.',
    rateLimit: [ACCOUNT_LIMITS.rates, ACCOUNT_LIMITS.ratesPerDay, ACCOUNT_LIMITS.labelProvider],
    bodyLimit: SHIPMENT_LIMIT,
    body: RatesBodySchema,
    answer: z.union([RatesAnswerSchema, DetailedRatesAnswerSchema]),
    handle: async (deps, { actor, body }) => {
      const answer = await quoteRates(deps, actor, body);
      return body.detailed ? answer : plainRates(answer);
    },
  }),
  route({
    method: 'GET',
    path: API.carriers,
    access: 'user',
    apiKey: 'labels',
    operationId: 'listCarriers',
    summary: 'Lists carriers and their services.',
    answer: CarriersAnswerSchema,
    handle: (deps) => listCarriers(deps),
  }),
  route({
    method: 'POST',
    path: API.label,
    access: 'user',
    apiKey: 'labels',
    operationId: 'buyLabel',
    summary: 'Buys the label of a rate with a successful payment. A retry returns the first result.',
    rateLimit: [ACCOUNT_LIMITS.labels, ACCOUNT_LIMITS.labelsPerDay],
    bodyLimit: SHIPMENT_LIMIT,
    headers: ['idempotency-key'],
    body: LabelBodySchema,
    answer: LabelAnswerSchema,
    isPending: ({ labelStatus }) => labelStatus === 'processing',
    handle: (deps, call) => {
      const signal = call.abortSignal();
      return buyLabel(deps, call.actor, call.body, { idempotencyKey: idempotencyKeyOf(call), signal });
    },
  }),
  route({
    method: 'GET',
    path: API.transaction,
    access: 'user',
    apiKey: 'labels',
    operationId: 'getTransaction',
    summary: 'Returns a shipment with its addresses, price and tracking events.',
    params: IdSchema,
    answer: TransactionAnswerSchema,
    handle: (deps, { actor, params }) => showTransaction(deps, actor, params.id),
  }),
  route({
    method: 'GET',
    path: API.history,
    access: 'user',
    apiKey: 'labels',
    operationId: 'listHistory',
    summary: "Lists the client's shipments, newest first, with search, filters, sorting and paging.",
    query: HistoryQuerySchema,
    answer: HistoryAnswerSchema,
    handle: (deps, { actor, query }) => showHistory(deps, actor, query),
  }),
];

const LABEL_FILE_ROUTES = [
  route({
    method: 'GET',
    path: API.labelFile,
    access: 'custom',
    apiKey: 'labels',
    operationId: 'downloadLabel',
    summary:
      'Downloads a label as PDF, PNG or ZPL, with a token or through a link that is valid for a minute. For a PDF, `content` can add the customs documents.',
    headers: ['authorization'],
    params: IdSchema,
    query: LabelFileQuerySchema,
    handle: async (deps, { params: { id }, query, header, reply, authenticate }) => {
      const { expires, signature } = query;
      const isLink = expires && signature && header('authorization') === undefined;
      const byLink = isLink ? await authorizeLabelRead(deps, id, { link: { expires, signature } }) : null;
      const reader = byLink ?? (await authorizeLabelRead(deps, id, { actor: await authenticate() }));
      const file = await labelFile(deps, reader, id, query);
      return 'address' in file ? reply.redirect(file.address) : sendFile(reply, file);
    },
  }),
  route({
    method: 'GET',
    path: API.mergedLabels,
    access: 'user',
    apiKey: 'labels',
    operationId: 'downloadLabels',
    summary:
      'Downloads several labels as one PDF, in the order of the given IDs. `content` adds their customs documents.',
    query: MergedLabelsQuerySchema,
    handle: async (deps, { actor, query, reply }) =>
      sendFile(reply, await mergedLabels(deps, actor.userId, query.ids, query)),
  }),
  route({
    method: 'POST',
    path: API.emailLabel,
    access: 'user',
    apiKey: 'labels',
    operationId: 'emailLabel',
    summary: 'Emails a label to a recipient. Requires a configured mail server.',
    bodyLimit: BODY_LIMIT,
    rateLimit: ACCOUNT_LIMITS.emailedLabels,
    params: IdSchema,
    body: EmailLabelBodySchema,
    answer: MessageAnswerSchema,
    handle: (deps, { actor, params, body }) => emailLabel(deps, actor, params.id, body),
  }),
  route({
    method: 'GET',
    path: API.testLabel,
    access: 'user',
    apiKey: 'labels',
    operationId: 'downloadTestLabel',
    summary: 'Downloads a test page that shows whether a printer is set up correctly.',
    query: TestLabelQuerySchema,
    handle: (deps, { query, reply }) => sendFile(reply, testLabel(deps, query.paper)),
  }),
];

export const SHIPMENT_ROUTES = [...SHIPPING_ROUTES, ...LABEL_FILE_ROUTES];
