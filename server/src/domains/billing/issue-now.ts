import type { IssueDocumentsAnswer, IssueDocumentsBody } from '@lading/contract/billing.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { isClient } from '../balances/balance-standing.ts';
import type { BillingDeps } from './billing.deps.ts';
import { firstDayOf, monthAfter } from './billing-months.ts';
import { selectSettings } from './billing-settings.store.ts';
import { selectDocumentsOfRun } from './document-list.store.ts';
import { selectLastRun } from './documents.store.ts';
import { issueDocuments } from './issue-documents.ts';
import { toDocument } from './list-documents.ts';
import { selectPeriod } from './month-facts.store.ts';
import { isClosed } from './sweep-billing.ts';

/**
 * Issues a client's documents of a closed month without waiting for the sweep. Earlier months come first, because a credit
 * note names an invoice.
 */
export async function issueNow(
  deps: BillingDeps,
  admin: Actor,
  clientId: string,
  body: IssueDocumentsBody,
): Promise<IssueDocumentsAnswer> {
  const { db, clock } = deps;
  const month = firstDayOf(body.month);
  if (!(await isClient(db, clientId))) throw new AppError('CLIENT_NOT_FOUND');
  const settings = await selectSettings(db);
  if (!settings.starts_on)
    throw new AppError('BAD_REQUEST', { message: 'Please save the billing settings first.' });
  if (month < settings.starts_on)
    refuse(
      `Documents are issued starting with ${settings.starts_on.slice(0, 7)}. Please choose a later month.`,
    );
  if (!isClosed(deps, await selectPeriod(db, month, monthAfter(month))))
    refuse('This month is not over yet. Please choose an earlier month.');
  const last = await selectLastRun(db, clientId);
  for (
    let next = last ? monthAfter(last.month) : settings.starts_on;
    next <= month;
    next = monthAfter(next)
  ) {
    const details = { clientId, month: next.slice(0, 7) };
    await issueDocuments(deps, settings, clientId, next, (trx) =>
      recordEvent(trx, clock, admin, {
        type: 'ISSUE_BILLING_DOCUMENTS',
        status: 'success',
        ...byActor(admin),
        details,
      }),
    );
  }
  return { documents: (await selectDocumentsOfRun(db, clientId, month)).map(toDocument) };
}

function refuse(message: string): never {
  throw new AppError('VALIDATION_FAILED', { message, fields: [{ path: 'month', message }] });
}
