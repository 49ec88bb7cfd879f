import { type BillingFormat, hasCsv } from '@lading/contract/billing.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import { noteView } from '../audit/note-view.ts';
import type { BillingDeps } from './billing.deps.ts';
import { csvOf } from './document-csv.ts';
import { type DocumentWithContent, selectDocument } from './document-list.store.ts';
import { letterOf } from './print-document.ts';
import { selectRefunded } from './receipts.store.ts';

type Deps = Pick<BillingDeps, 'db' | 'clock' | 'letterPrinter'>;

/** A document of the client's own. */
export async function ownDocumentFile(
  deps: Deps,
  { userId }: Pick<Actor, 'userId'>,
  id: string,
  format: BillingFormat,
): Promise<SentFile> {
  const document = await selectDocument(deps.db, id);
  if (document?.user_id !== userId) throw new AppError('BILLING_DOCUMENT_NOT_FOUND');
  return fileOf(deps, document, format);
}

export async function documentFile(
  deps: Deps,
  admin: Actor,
  id: string,
  format: BillingFormat,
): Promise<SentFile> {
  const document = await selectDocument(deps.db, id);
  if (!document) throw new AppError('BILLING_DOCUMENT_NOT_FOUND');
  const file = await fileOf(deps, document, format);
  await noteView(deps, admin, 'VIEW_BILLING_DOCUMENT', { documentId: id, number: document.number });
  return file;
}

async function fileOf(deps: Deps, document: DocumentWithContent, format: BillingFormat): Promise<SentFile> {
  const { number, content, payment_id: paymentId } = document;
  if (format === 'pdf') {
    const refundedCents = paymentId ? await selectRefunded(deps.db, paymentId) : 0;
    return {
      contentType: 'application/pdf',
      fileName: `${number}.pdf`,
      content: deps.letterPrinter.print(letterOf({ number, content, refundedCents })),
    };
  }
  if (content.kind === 'receipt' || !hasCsv(content.kind))
    throw new AppError('BAD_REQUEST', { message: 'A receipt is available as PDF only.' });
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: `${number}.csv`,
    content: [...csvOf(number, content)].join(''),
  };
}
