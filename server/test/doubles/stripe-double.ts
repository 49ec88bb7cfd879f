import { type DoubleAnswer, type DoubleOptions, type DoubleRequest, DoubleServer } from './double-server.ts';
import { StripeApi, type StripeSettings, USUAL_SETTINGS } from './stripe-double-api.ts';
import { browserFile } from './stripe-double-browser.ts';
import { controlStripe } from './stripe-double-control.ts';
import { type WebhookPlan, WebhookSender } from './stripe-double-webhooks.ts';

export interface StripeDoubleOptions extends DoubleOptions, Partial<StripeSettings> {
  webhooks?: Partial<WebhookPlan> | undefined;
}

export interface StripeDouble {
  url: string;
  server: DoubleServer;
  webhooks: WebhookSender;
  close(): Promise<void>;
}

/** Allows calls from the page of the product. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-allow-methods': 'GET, POST',
};

/**
 * A double of Stripe: payment intents, refunds, disputes, events, webhooks, the published test cards, and a
 * stand-in for Stripe.js. `stripe-double-control.ts` has the commands for tests.
 */
export async function startStripeDouble(options: StripeDoubleOptions = {}): Promise<StripeDouble> {
  const webhooks = new WebhookSender(options.webhooks);
  const settings: StripeSettings = { ...USUAL_SETTINGS, ...known(options) };
  const api = new StripeApi({
    settings,
    webhooks,
    note: (kind, facts) => server.note(kind, facts),
    url: () => server.url,
  });
  const answer = async (request: DoubleRequest): Promise<DoubleAnswer> => {
    if (request.method === 'OPTIONS') return { status: 204, body: '' };
    return browserFile(request) ?? (await api.answer(request));
  };
  const server: DoubleServer = new DoubleServer(
    options,
    async (request) => {
      const answered = await answer(request);
      return { ...answered, headers: { ...CORS, ...answered.headers } };
    },
    (request) => controlStripe(request, { api, settings, webhooks }),
  );
  const url = await server.listen();
  const close = async () => {
    webhooks.close();
    await server.close();
  };
  return { url, server, webhooks, close };
}

const known = ({ keysLiveMs, storedErrors, refundsPendMs }: Partial<StripeSettings>) => ({
  ...(keysLiveMs !== undefined && { keysLiveMs }),
  ...(storedErrors !== undefined && { storedErrors }),
  ...(refundsPendMs !== undefined && { refundsPendMs }),
});
