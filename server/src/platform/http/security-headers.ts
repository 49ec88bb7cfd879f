import { PAYMENT_PAGES } from '@lading/contract/routes.ts';
import type { FastifyInstance } from 'fastify';

/** The origins of a card form that is not our own. */
export interface CardFormSources {
  scripts: string[];
  frames: string[];
  connections: string[];
}

interface Options {
  /** Other origins that the web application calls when the API has its own host. */
  connectTo: string[];
  /** Null when the card form is our own. */
  cardForm: CardFormSources | null;
  https: boolean;
}

function policyOf(connectTo: string[], cardForm: CardFormSources | null): string {
  const directive = (name: string, ...sources: string[]) => [name, ...new Set(sources)].join(' ');
  return [
    "default-src 'none'",
    directive('script-src', "'self'", ...(cardForm?.scripts ?? [])),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    directive('connect-src', "'self'", ...connectTo, ...(cardForm?.connections ?? [])),
    // Printing a label opens a PDF from a blob URL in a frame.
    directive('frame-src', "'self'", 'blob:', ...(cardForm?.frames ?? [])),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Sets them on every response, errors and files included. Only a provider's card form may load from another
 * origin, and only on the pages that take payments.
 */
export function installSecurityHeaders(app: FastifyInstance, { connectTo, cardForm, https }: Options): void {
  const policy = policyOf(connectTo, null);
  const paymentPolicy = policyOf(connectTo, cardForm);
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  app.addHook('onRequest', async (request, reply) => {
    const isPaymentPage = PAYMENT_PAGES.includes(request.url.split('?', 1)[0] ?? '');
    reply
      .headers(headers)
      .header('content-security-policy', isPaymentPage ? paymentPolicy : policy)
      .header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
