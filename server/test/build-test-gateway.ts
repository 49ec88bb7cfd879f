import { Writable } from 'node:stream';
import {
  type ConfirmTestPaymentAnswer,
  type ConfirmTestPaymentBody,
  TEST_GATEWAY_CONFIRM,
} from '@lading/contract/test-gateway.ts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { AppError } from '../src/platform/app-error.ts';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { installCors } from '../src/platform/http/cors.ts';
import { createServer } from '../src/platform/http/create-server.ts';
import { installErrorAnswers } from '../src/platform/http/error-answers.ts';
import { Metrics } from '../src/platform/http/metrics.ts';
import { RateLimits } from '../src/platform/http/rate-limits.ts';
import { type Guards, registerRoutes } from '../src/platform/http/register-routes.ts';
import { useContractSchemas } from '../src/platform/http/schema-compilers.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { gatewayCards } from '../src/provider-stores/gateway-cards.store.ts';
import { gatewayJournal } from '../src/provider-stores/gateway-journal.store.ts';
import { gatewayMovements } from '../src/provider-stores/gateway-movements.store.ts';
import type { Intent } from '../src/providers/payments/port.ts';
import { testGatewayRoutes } from '../src/providers/payments/test-gateway/test-gateway.routes.ts';
import { TestGateway } from '../src/providers/payments/test-gateway/test-gateway.ts';
import { ManualClock } from './build-test-app.ts';
import { createTestDatabase } from './test-database.ts';

export const SHOP_ORIGIN = 'https://shop.example.com';

/** Stripe's fees. */
const FEES = { basisPoints: 290, cents: 30 };

export interface GatewayBench {
  app: FastifyInstance;
  db: Database;
  clock: ManualClock;
  gateway: TestGateway;
  /** Another process on the same database, or the same process after a restart. */
  anotherGateway(): TestGateway;
  newIntent(amountCents?: number): Promise<Intent>;
  post(intentId: string, body: object): Promise<LightMyRequestResponse>;
  /** The browser's call; anything but 200 throws. */
  confirm(
    intent: Intent,
    step: Omit<ConfirmTestPaymentBody, 'clientSecret'>,
  ): Promise<ConfirmTestPaymentAnswer>;
  /** All log lines so far, at trace level. */
  logText(): string;
  close(): Promise<void>;
}

const NO_SESSIONS: Guards = {
  user: () => Promise.reject(new AppError('NOT_AUTHENTICATED')),
  admin: () => Promise.reject(new AppError('NOT_AUTHENTICATED')),
  actorOf: () => {
    throw new AppError('NOT_AUTHENTICATED');
  },
};

/** The test gateway with its route and its records, without the rest of the application. */
export async function buildTestGateway(options: { rateLimits?: boolean } = {}): Promise<GatewayBench> {
  const database = await createTestDatabase();
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLog('trace', sink);
  const clock = new ManualClock();
  const { db, close } = openDatabase(database.appUrl, log);
  const gateways: TestGateway[] = [];
  const anotherGateway = () => {
    const journals = {
      journal: gatewayJournal(db),
      cardJournal: gatewayCards(db),
      movementJournal: gatewayMovements(db),
    };
    const made = new TestGateway(journals, clock, log, FEES);
    gateways.push(made);
    return made;
  };
  const gateway = anotherGateway();

  const app = createServer(log, new Metrics(), []);
  installErrorAnswers(app);
  const routes = testGatewayRoutes(gateway);
  await installCors(app, [SHOP_ORIGIN], routes);
  const limits = options.rateLimits ? new RateLimits(db, log) : null;
  registerRoutes(useContractSchemas(app), routes, undefined, NO_SESSIONS, limits);

  const post = (intentId: string, body: object) =>
    app.inject({
      method: 'POST',
      url: TEST_GATEWAY_CONFIRM.replace(':intentId', intentId),
      payload: body,
      headers: { origin: SHOP_ORIGIN },
    });
  return {
    app,
    db,
    clock,
    gateway,
    anotherGateway,
    newIntent: async (amountCents = 841) => {
      const order = { key: newId(), amountCents, currency: 'USD', description: 'One label' } as const;
      const intent = await gateway.createIntent(order);
      if (intent.status === 'refused') throw new Error(intent.text);
      return intent;
    },
    post,
    confirm: async ({ intentId, clientSecret }, step) => {
      const answer = await post(intentId, { clientSecret, ...step });
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
      return answer.json();
    },
    logText: () => lines.join(''),
    close: async () => {
      await app.close();
      for (const each of gateways) await each.idle();
      await close();
      await database.drop();
    },
  };
}

/** A card as a client types it. */
export const cardOf = (
  number: string,
  facts: { expMonth?: number; expYear?: number; cvc?: string } = {},
) => ({
  card: { number, expMonth: 12, expYear: 2030, cvc: number.startsWith('3') ? '1234' : '123', ...facts },
});
