import { PAYMENT_PAGES } from '@lading/contract/routes.ts';
import { redirectDocument } from 'react-router';
import { loadRuntimeConfig } from '../lib/runtime-config.ts';

/**
 * The server lets only the pages that take payments load the payment provider's card form. The browser applies that
 * policy when a document loads, so opening such a page from another one loads a new document.
 */
export const createPaymentOpener =
  (openedPath: string, loadConfig = loadRuntimeConfig) =>
  async ({ request }: { request: Request }): Promise<Response | null> => {
    if (PAYMENT_PAGES.includes(openedPath)) return null;
    const config = await loadConfig().catch(() => null);
    return config?.payment.provider === 'stripe' ? redirectDocument(request.url) : null;
  };

export const openForPayment = createPaymentOpener(window.location.pathname);
