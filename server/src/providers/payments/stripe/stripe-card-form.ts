import type { CardFormSources } from '../../../platform/http/security-headers.ts';

const STRIPE_JS = 'https://js.stripe.com';

/** The origins that Stripe's card form needs: its script, its frames (bank pages open inside them) and its API. */
export function stripeCardFormSources({
  scriptUrl,
  baseUrl,
}: {
  scriptUrl: string;
  baseUrl: string;
}): CardFormSources {
  const script = new URL(scriptUrl).origin;
  const scripts = script === STRIPE_JS ? [script, 'https://*.js.stripe.com'] : [script];
  return {
    scripts,
    frames: script === STRIPE_JS ? [...scripts, 'https://hooks.stripe.com'] : scripts,
    connections: [new URL(baseUrl).origin],
  };
}
