import { describe, expect, it } from 'vitest';
import { stripeCardFormSources } from './stripe-card-form.ts';

describe('card form sources', () => {
  it('names the origins that Stripe documents, and no others', () => {
    expect(
      stripeCardFormSources({
        scriptUrl: 'https://js.stripe.com/endive/stripe.js',
        baseUrl: 'https://api.stripe.com',
      }),
    ).toEqual({
      scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
      frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      connections: ['https://api.stripe.com'],
    });
  });

  it('names only the origin of the double', () => {
    const origin = 'http://127.0.0.1:4242';
    expect(stripeCardFormSources({ scriptUrl: `${origin}/v3/`, baseUrl: `${origin}/` })).toEqual({
      scripts: [origin],
      frames: [origin],
      connections: [origin],
    });
  });
});
