import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { OpenedPage } from './browser.ts';
import { ownServer } from './own-server.ts';
import { type RunningDouble, type RunningServer, startDouble, startServer } from './server.ts';
import { GOOD_CARD } from './wizard.ts';

const WEBHOOK_SECRET = 'whsec_journeys';

interface Entry {
  kind: string;
  [fact: string]: unknown;
}

interface Production {
  /** The requests that a provider has accepted. */
  journal: (provider: 'shippo' | 'stripe', kind: string) => Promise<Entry[]>;
  /** Stripe is the only foreign host that a page may contact. */
  allowStripe: (opened: OpenedPage) => void;
}

/** Gives this file a server with Stripe payments and Shippo labels, both from doubles on this machine, with webhooks. */
export function useProduction(): Production {
  const shared = { ...ownServer };
  const running: { server?: RunningServer; stripe?: RunningDouble; shippo?: RunningDouble } = {};
  const doubleOf = (name: 'shippo' | 'stripe') => {
    const double = running[name];
    if (!double) throw new Error(`The ${name} double is not running.`);
    return double;
  };

  beforeAll(async () => {
    [running.stripe, running.shippo] = await Promise.all([startDouble('stripe'), startDouble('shippo')]);
    const { stripe, shippo } = running;
    running.server = await startServer({
      LADING_DEMO: 'off',
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_journeys',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_journeys',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_BASE_URL: stripe.url,
      STRIPE_JS_URL: `${stripe.url}/v3/`,
      CARRIER_PROVIDER: 'shippo',
      SHIPPO_API_KEY: 'shippo_test_journeys',
      SHIPPO_BASE_URL: shippo.url,
      SHIPPO_LABEL_HOSTS: new URL(shippo.url).host,
      SHIPPO_CALLS_PER_MINUTE: '60000',
    });
    Object.assign(ownServer, running.server);
    await fetch(`${stripe.url}/double/settings`, {
      method: 'POST',
      body: JSON.stringify({
        webhooks: { url: `${running.server.baseUrl}/api/webhooks/stripe`, secret: WEBHOOK_SECRET },
      }),
    });
  });
  afterAll(async () => {
    Object.assign(ownServer, shared);
    try {
      await running.server?.stop();
    } finally {
      running.stripe?.stop();
      running.shippo?.stop();
    }
  });

  return {
    journal: async (provider, kind) => {
      const response = await fetch(`${doubleOf(provider).url}/double/journal`);
      const entries = (await response.json()) as Entry[];
      return entries.filter((entry) => entry.kind === kind);
    },
    allowStripe: ({ watch }) => watch.allow(new RegExp(`^foreign host: ${doubleOf('stripe').url}/`)),
  };
}

export const stripeFrame = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');
export const stripeField = (page: Page, name: string) => stripeFrame(page).getByRole('textbox', { name });
export const bankFrame = (page: Page) => page.frameLocator('iframe[title^="3D Secure"]');

export async function typeStripeCard(page: Page, number = GOOD_CARD) {
  await stripeField(page, 'Card number').fill(number);
  await stripeField(page, 'Expiration date').fill('12 / 40');
  await stripeField(page, 'Security code').fill('123');
}
