import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountOf, type PayByCard } from '../buying-customer.ts';
import { appUrlOf } from '../database-server.ts';
import type { ShippoDoubleOptions } from '../doubles/shippo-double.ts';
import type { StripeDoubleOptions } from '../doubles/stripe-double.ts';
import type { ReadJournals } from '../provider-journals.ts';
import { inTurn, RestartableProcess } from '../restartable-process.ts';
import { doubleJournals } from './double-journals.ts';
import { DoubleProcess } from './double-process.ts';
import { startWebhookFront, type WebhookFront } from './webhook-front.ts';

const WEBHOOK_SECRET = 'whsec_production_site';
/** None of these may be in a log. */
export const SITE_SECRETS = {
  SHIPPO_API_KEY: 'shippo_test_production_site',
  STRIPE_SECRET_KEY: 'sk_test_production_site',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
};

export const OPERATOR = 'operator';

export interface SiteOptions {
  shippo?: ShippoDoubleOptions | undefined;
  stripe?: StripeDoubleOptions | undefined;
  /** Stripe has a webhook URL; otherwise no event arrives (F10). */
  webhooks?: boolean | undefined;
  /** The database URL of the program, if not the direct one. */
  proxyUrl?: string | undefined;
  /** How many servers and how many workers. */
  each?: number | undefined;
}

/** By default two servers and two workers on one database, with the doubles of Shippo and Stripe. */
export class ProductionSite {
  readonly servers: readonly RestartableProcess[];
  readonly workers: readonly RestartableProcess[];
  readonly shippo: DoubleProcess;
  readonly stripe: DoubleProcess;
  readonly front: WebhookFront;
  readonly journals: ReadJournals;
  /** The environment for another program on the same data and providers. */
  readonly env: Record<string, string>;
  readonly #dataDir: string;

  private constructor(
    dataDir: string,
    databaseUrl: string,
    { shippo, stripe, front }: { shippo: DoubleProcess; stripe: DoubleProcess; front: WebhookFront },
    each: number,
  ) {
    const operator = accountOf(OPERATOR);
    this.env = {
      LADING_DATA_DIR: dataDir,
      DATABASE_URL: appUrlOf(databaseUrl),
      DATABASE_OWNER_URL: databaseUrl,
      ADMIN_EMAIL: operator.email,
      ADMIN_PASSWORD: operator.password,
      CARRIER_PROVIDER: 'shippo',
      SHIPPO_BASE_URL: shippo.url,
      SHIPPO_LABEL_HOSTS: new URL(shippo.url).host,
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_production_site',
      STRIPE_BASE_URL: stripe.url,
      ...SITE_SECRETS,
    };
    const several = (role: 'server' | 'worker') =>
      Array.from(
        { length: each },
        () => new RestartableProcess(dataDir, databaseUrl, { role, env: this.env }),
      );
    this.servers = several('server');
    this.workers = several('worker');
    this.shippo = shippo;
    this.stripe = stripe;
    this.front = front;
    this.journals = doubleJournals({ shippo, stripe });
    this.#dataDir = dataDir;
  }

  static async start(databaseUrl: string, options: SiteOptions = {}): Promise<ProductionSite> {
    const dataDir = mkdtempSync(join(tmpdir(), 'lading-production-'));
    const front = await startWebhookFront();
    const webhooks = {
      url: (options.webhooks ?? true) ? `${front.url}/api/webhooks/stripe` : null,
      secret: WEBHOOK_SECRET,
      ...options.stripe?.webhooks,
    };
    const [shippo, stripe] = await Promise.all([
      DoubleProcess.start('shippo', join(dataDir, 'shippo.jsonl'), options.shippo ?? {}),
      DoubleProcess.start('stripe', join(dataDir, 'stripe.jsonl'), { ...options.stripe, webhooks }),
    ]);
    const site = new ProductionSite(
      dataDir,
      options.proxyUrl ?? databaseUrl,
      { shippo, stripe, front },
      options.each ?? 2,
    );
    front.forwardTo(inTurn(site.servers));
    try {
      await Promise.all(site.processes.map((lading) => lading.start()));
    } catch (error) {
      await site.close();
      throw error;
    }
    return site;
  }

  get processes(): readonly RestartableProcess[] {
    return [...this.servers, ...this.workers];
  }

  /** Pays at Stripe like a browser. */
  readonly payByCard: PayByCard = async ({ id }, { number }) => {
    const answer = (await this.stripe.control('POST', 'confirm', { intentId: id, card: number })) as {
      status?: string;
      error?: { payment_intent?: { status: string } };
    };
    return answer.status ?? answer.error?.payment_intent?.status ?? JSON.stringify(answer);
  };

  /** Ends the faults of the providers; earlier answers stay. */
  async calm(): Promise<void> {
    await Promise.all([this.shippo, this.stripe].map((double) => double.control('PUT', 'faults', {})));
  }

  /** Kills everything at the end of a run. */
  async close(): Promise<void> {
    await Promise.all(this.processes.map((lading) => lading.retire()));
    await Promise.all([this.shippo.end(), this.stripe.end()]);
    await this.front.close();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}
