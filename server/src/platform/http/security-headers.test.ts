import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { type CardFormSources, installSecurityHeaders, stripeSources } from './security-headers.ts';

/** What a page may do, by directive. */
async function policyOf(cardForm: CardFormSources | null): Promise<Record<string, string[]>> {
  const app = fastify();
  installSecurityHeaders(app, { connectTo: [], cardForm, https: false });
  const { headers } = await app.inject('/');
  const directives = String(headers['content-security-policy'])
    .split('; ')
    .map((directive) => directive.split(' '));
  return Object.fromEntries(directives.map(([name, ...sources]) => [name, sources]));
}

const OWN = await policyOf(null);

describe('the policy of a page', () => {
  it('knows nobody but this origin while the card form is our own', () => {
    expect(OWN).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'frame-src': ["'self'", 'blob:'],
      'manifest-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    });
  });

  it('opens for Stripe in three places, and in no other', async () => {
    const stripe = stripeSources({
      scriptUrl: 'https://js.stripe.com/endive/stripe.js',
      baseUrl: 'https://api.stripe.com',
    });
    expect(await policyOf(stripe)).toEqual({
      ...OWN,
      'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
      'connect-src': ["'self'", 'https://api.stripe.com'],
      'frame-src': [
        "'self'",
        'blob:',
        'https://js.stripe.com',
        'https://*.js.stripe.com',
        'https://hooks.stripe.com',
      ],
    });
  });

  it('names a stand-in by its origin alone, and then Stripe not at all', async () => {
    const standIn = stripeSources({
      scriptUrl: 'http://127.0.0.1:4242/v3/',
      baseUrl: 'http://127.0.0.1:4242/',
    });
    const origin = 'http://127.0.0.1:4242';
    expect(await policyOf(standIn)).toEqual({
      ...OWN,
      'script-src': ["'self'", origin],
      'connect-src': ["'self'", origin],
      'frame-src': ["'self'", 'blob:', origin],
    });
  });
});
