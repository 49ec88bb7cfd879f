import { createHmac } from 'node:crypto';
import { newSecret } from '../../src/platform/ids.ts';
import type { DoubleAnswer, DoubleRequest } from './double-server.ts';
import { notFound } from './shippo-double-answers.ts';
import type { DoubleContext } from './shippo-double-context.ts';
import { invoicePdf, labelPdf } from './shippo-double-pdf.ts';

/** An HTML page instead of JSON. */
export const HTML: DoubleAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Sorry</title><h1>We will be back soon</h1>',
};

const EXPIRED: DoubleAnswer = {
  status: 403,
  headers: { 'content-type': 'application/xml' },
  body: '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
};

/** The data of a transaction that a label file shows. */
interface SoldLabel {
  object_id: string;
  trackingNumber: string | null;
  wrongAnswer: string | null;
  rate: { provider: string; servicelevel: { token: string } };
}

/** Labels and commercial invoices behind signed links that expire. */
export class LabelFiles {
  readonly #context: DoubleContext;
  readonly #secret = newSecret();

  constructor(context: DoubleContext) {
    this.#context = context;
  }

  link({ object_id, wrongAnswer }: Pick<SoldLabel, 'object_id' | 'wrongAnswer'>): string {
    const path = `/labels/${object_id}.pdf`;
    if (wrongAnswer === 'foreign-label-host') return `https://labels.elsewhere.example${path}`;
    return this.#signed(path);
  }

  invoiceLink({ object_id, wrongAnswer }: Pick<SoldLabel, 'object_id' | 'wrongAnswer'>): string {
    const path = `/invoices/${object_id}.pdf`;
    if (wrongAnswer === 'foreign-invoice-host') return `https://invoices.elsewhere.example${path}`;
    return this.#signed(path);
  }

  #signed(path: string): string {
    const expires = String(Date.now() + this.#context.behavior.labelLinkMs);
    return `${this.#context.server.url}${path}?Expires=${expires}&Signature=${this.#sign(path, expires)}`;
  }

  answer({ path, query }: DoubleRequest, transaction: SoldLabel | undefined): DoubleAnswer {
    const expires = query.get('Expires') ?? '';
    const isAlive = query.get('Signature') === this.#sign(path, expires) && Date.now() <= Number(expires);
    if (!isAlive) return EXPIRED;
    if (!transaction?.trackingNumber) return notFound();
    const isInvoice = path.startsWith('/invoices/');
    if (transaction.wrongAnswer === (isInvoice ? 'html-invoice' : 'html-label')) return HTML;
    const { provider, servicelevel } = transaction.rate;
    const { trackingNumber } = transaction;
    return {
      status: 200,
      headers: { 'content-type': 'application/pdf' },
      body: isInvoice
        ? invoicePdf(['SAMPLE', 'Commercial invoice', provider, trackingNumber])
        : labelPdf(['SAMPLE', provider, servicelevel.token, trackingNumber]),
    };
  }

  #sign(path: string, expires: string): string {
    return createHmac('sha256', this.#secret).update(`${path} ${expires}`).digest('hex');
  }
}
