import { ErrorBodySchema } from '@lading/contract/errors.ts';
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
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts';
import { LIMITS } from '../../platform/http/rate-limits.ts';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { buyLabel } from './buy-label.ts';
import { type EmailLabelDeps, emailLabel, type Sender } from './email-label.ts';
import { authorizeLabelRead } from './label-access.ts';
import { type LabelFileDeps, labelFile, mergedLabels, testLabel } from './label-file.ts';
import { listCarriers } from './list-carriers.ts';
import { plainRates, quoteRates } from './quote-rates.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { type HistoryDeps, showHistory } from './show-history.ts';
import { showTransaction } from './show-transaction.ts';

const BODY_LIMIT = 32 * 1024;
const tags = ['Shipping'];
const security = [{ token: [] }];
const refusals = { '4xx': ErrorBodySchema };
const IdSchema = z.object({ id: z.uuid() });

export interface ShipmentRouteDeps extends ShipmentDeps, HistoryDeps, LabelFileDeps, EmailLabelDeps {
  requireUser: (request: FastifyRequest) => Promise<void>;
  actorOf: (request: FastifyRequest) => Sender;
}

export function shipmentRoutes(app: HttpServer, deps: ShipmentRouteDeps): void {
  const { requireUser: preValidation, actorOf } = deps;

  app.post(
    API.rates,
    {
      bodyLimit: BODY_LIMIT,
      preValidation,
      schema: {
        tags,
        security,
        summary:
          'Prices of every service for one parcel, cheapest first; with detailed also why carriers offer none.',
        body: RatesBodySchema,
        response: { 200: z.union([RatesAnswerSchema, DetailedRatesAnswerSchema]), ...refusals },
      },
    },
    async (request) => {
      const answer = await quoteRates(deps, actorOf(request), request.body);
      return request.body.detailed ? answer : plainRates(answer);
    },
  );

  app.get(
    API.carriers,
    {
      preValidation,
      schema: {
        tags,
        security,
        summary: 'Carriers and their services.',
        response: { 200: CarriersAnswerSchema, ...refusals },
      },
    },
    () => listCarriers(deps),
  );

  app.post(
    API.label,
    {
      bodyLimit: BODY_LIMIT,
      preValidation,
      schema: {
        tags,
        security,
        summary: 'Buys the label of a rate with a payment that succeeded; a repeat returns the first result.',
        body: LabelBodySchema,
        response: { 200: LabelAnswerSchema, 202: LabelAnswerSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const answer = await buyLabel(deps, actorOf(request), request.body, idempotencyKeyOf(request));
      return reply.code(answer.labelStatus === 'processing' ? 202 : 200).send(answer);
    },
  );

  app.get(
    API.transaction,
    {
      preValidation,
      schema: {
        tags,
        security,
        summary: 'One shipment with its addresses, price and tracking events.',
        params: IdSchema,
        response: { 200: TransactionAnswerSchema, ...refusals },
      },
    },
    (request) => showTransaction(deps, actorOf(request), request.params.id),
  );

  app.get(
    API.history,
    {
      preValidation,
      schema: {
        tags,
        security,
        summary: 'Shipments of the client, newest first; searched, filtered, sorted and paged on request.',
        querystring: HistoryQuerySchema,
        response: { 200: HistoryAnswerSchema, ...refusals },
      },
    },
    (request) => showHistory(deps, actorOf(request), request.query),
  );

  app.get(
    API.labelFile,
    {
      schema: {
        tags,
        security,
        summary:
          'A label as PDF, PNG or ZPL; opens with a token, or without one through a link of the last minute.',
        params: IdSchema,
        querystring: LabelFileQuerySchema,
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { expires, signature } = request.query;
      const isLink = expires && signature && request.headers.authorization === undefined;
      let reader = isLink ? await authorizeLabelRead(deps, id, { link: { expires, signature } }) : null;
      if (!reader) {
        await deps.requireUser(request);
        reader = await authorizeLabelRead(deps, id, { actor: actorOf(request) });
      }
      const file = await labelFile(deps, reader, id, request.query);
      return 'address' in file ? reply.redirect(file.address) : sendFile(reply, file);
    },
  );

  app.get(
    API.mergedLabels,
    {
      preValidation,
      schema: {
        tags,
        security,
        summary: 'Several labels as one PDF, in the order of their ids.',
        querystring: MergedLabelsQuerySchema,
      },
    },
    async (request, reply) => {
      const { ids, paper } = request.query;
      return sendFile(reply, await mergedLabels(deps, actorOf(request).userId, ids, paper));
    },
  );

  app.post(
    API.emailLabel,
    {
      bodyLimit: BODY_LIMIT,
      config: {
        rateLimit: {
          ...LIMITS.emailedLabels,
          // After the account is known.
          hook: 'preHandler',
          keyGenerator: (request) => actorOf(request).userId,
        },
      },
      preValidation,
      schema: {
        tags,
        security,
        summary: 'Sends a label to somebody by email, where a mail server is set up.',
        params: IdSchema,
        body: EmailLabelBodySchema,
        response: { 200: MessageAnswerSchema, ...refusals },
      },
    },
    (request) => emailLabel(deps, actorOf(request), request.params.id, request.body),
  );

  app.get(
    API.testLabel,
    {
      preValidation,
      schema: {
        tags,
        security,
        summary: 'A page to measure and to scan, which shows whether a printer is set up right.',
        querystring: TestLabelQuerySchema,
      },
    },
    (request, reply) => sendFile(reply, testLabel(deps, request.query.paper)),
  );
}
