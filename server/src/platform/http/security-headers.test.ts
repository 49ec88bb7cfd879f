import { PAGES } from '@lading/contract/routes.ts';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { type CardFormSources, installSecurityHeaders } from './security-headers.ts';

/** The sources that the policy allows, by directive. */
async function policyOf(cardForm: CardFormSources | null, page = '/'): Promise<Record<string, string[]>> {
  const app = fastify();
  installSecurityHeaders(app, { connectTo: [], cardForm, https: false });
  const { headers } = await app.inject(page);
  const directives = String(headers['content-security-policy'])
    .split('; ')
    .map((directive) => directive.split(' '));
  return Object.fromEntries(directives.map(([name, ...sources]) => [name, sources]));
}

const OWN = await policyOf(null);

describe('the content security policy', () => {
  it('allows only this origin when the card form is our own (BR02)', () => {
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

  it('adds the sources of a provider card form to three directives of the pages that take payments', async () => {
    const cardForm = {
      scripts: ['https://s.test'],
      frames: ['https://f.test'],
      connections: ['https://c.test'],
    };
    for (const page of [PAGES.createLabel, `${PAGES.bulkUpload}?batch=1`])
      expect(await policyOf(cardForm, page)).toEqual({
        ...OWN,
        'script-src': ["'self'", 'https://s.test'],
        'connect-src': ["'self'", 'https://c.test'],
        'frame-src': ["'self'", 'blob:', 'https://f.test'],
      });
    for (const page of ['/', PAGES.login, PAGES.profile, PAGES.adminDashboard, '/api/docs'])
      expect(await policyOf(cardForm, page)).toEqual(OWN);
  });
});
