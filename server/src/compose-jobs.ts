import * as z from 'zod/mini';
import { REAPPLY_ERASURES, reapplyErasures } from './domains/clients/reapply-erasures.ts';
import { SEND_ACCOUNT_NOTICE, sendAccountNotice } from './domains/identity/account-notices.ts';
import { CLEAN_UP_IDENTITY, cleanUpIdentity } from './domains/identity/clean-up.ts';
import { SEND_RESET_MAIL, sendResetMail } from './domains/identity/request-password-reset.ts';
import { SEND_EMAIL_LINK, sendEmailLink } from './domains/identity/send-email-links.ts';
import {
  SEND_ADJUSTMENTS_NOTICE,
  SEND_BATCH_NOTICE,
  SEND_BILLING_NOTICE,
  SEND_CARD_EXPIRY_NOTICE,
  SEND_RECEIPT,
  SEND_REFUND_NOTICE,
  SEND_SOURCE_REFUSED_NOTICE,
  SEND_TOP_UP_NOTICE,
} from './domains/notices/notices.ts';
import {
  CLEAN_UP_NOTICES,
  cleanUpNotices,
  sendAdjustmentsNotice,
  sendBatchNotice,
  sendBillingNotice,
  sendCardExpiryNotice,
  sendRefundNotice,
  sendSourceRefusedNotice,
  sendTopUpNotice,
} from './domains/notices/send-notices.ts';
import { sendReceipt } from './domains/notices/send-receipts.ts';
import { checkInvariants } from './domains/reconciliation/check-invariants.ts';
import { CLEAN_UP_CHALLENGES, cleanUpChallenges } from './domains/second-factor/clean-up.ts';
import { CLEAN_UP_INVITATIONS, cleanUpInvitations } from './domains/staff/clean-up-invitations.ts';
import { type JobKind, jobHandler } from './platform/jobs/jobs.ts';

/**
 * Every night: checks all invariants over all data, including the sums. The queue name is stored in the
 * database.
 */
const CHECK_ALL_INVARIANTS: JobKind<object> = {
  name: 'check-all-books',
  payload: z.object({}),
  retries: 1,
  schedule: '15 3 * * *',
};

export const JOB_KINDS = [
  SEND_RESET_MAIL,
  SEND_ACCOUNT_NOTICE,
  SEND_EMAIL_LINK,
  SEND_RECEIPT,
  SEND_REFUND_NOTICE,
  SEND_BATCH_NOTICE,
  SEND_TOP_UP_NOTICE,
  SEND_CARD_EXPIRY_NOTICE,
  SEND_ADJUSTMENTS_NOTICE,
  SEND_BILLING_NOTICE,
  SEND_SOURCE_REFUSED_NOTICE,
  CLEAN_UP_IDENTITY,
  CLEAN_UP_CHALLENGES,
  CLEAN_UP_NOTICES,
  CLEAN_UP_INVITATIONS,
  REAPPLY_ERASURES,
  CHECK_ALL_INVARIANTS,
];

type JobDeps = Parameters<typeof sendResetMail>[0] &
  Parameters<typeof sendAccountNotice>[0] &
  Parameters<typeof sendEmailLink>[0] &
  Parameters<typeof sendReceipt>[0] &
  Parameters<typeof sendRefundNotice>[0] &
  Parameters<typeof sendBatchNotice>[0] &
  Parameters<typeof sendTopUpNotice>[0] &
  Parameters<typeof sendCardExpiryNotice>[0] &
  Parameters<typeof sendAdjustmentsNotice>[0] &
  Parameters<typeof sendBillingNotice>[0] &
  Parameters<typeof sendSourceRefusedNotice>[0] &
  Parameters<typeof cleanUpIdentity>[0] &
  Parameters<typeof cleanUpChallenges>[0] &
  Parameters<typeof cleanUpNotices>[0] &
  Parameters<typeof cleanUpInvitations>[0] &
  Parameters<typeof reapplyErasures>[0] &
  Parameters<typeof checkInvariants>[0];

export const jobHandlers = (deps: JobDeps) => [
  jobHandler(SEND_RESET_MAIL, (payload) => sendResetMail(deps, payload)),
  jobHandler(SEND_ACCOUNT_NOTICE, (payload) => sendAccountNotice(deps, payload)),
  jobHandler(SEND_EMAIL_LINK, (payload) => sendEmailLink(deps, payload)),
  jobHandler(SEND_RECEIPT, (payload) => sendReceipt(deps, payload)),
  jobHandler(SEND_REFUND_NOTICE, (payload) => sendRefundNotice(deps, payload)),
  jobHandler(SEND_BATCH_NOTICE, (payload) => sendBatchNotice(deps, payload)),
  jobHandler(SEND_TOP_UP_NOTICE, (payload) => sendTopUpNotice(deps, payload)),
  jobHandler(SEND_CARD_EXPIRY_NOTICE, (payload) => sendCardExpiryNotice(deps, payload)),
  jobHandler(SEND_ADJUSTMENTS_NOTICE, (payload) => sendAdjustmentsNotice(deps, payload)),
  jobHandler(SEND_BILLING_NOTICE, (payload) => sendBillingNotice(deps, payload)),
  jobHandler(SEND_SOURCE_REFUSED_NOTICE, (payload) => sendSourceRefusedNotice(deps, payload)),
  jobHandler(CLEAN_UP_IDENTITY, () => cleanUpIdentity(deps)),
  jobHandler(CLEAN_UP_CHALLENGES, () => cleanUpChallenges(deps)),
  jobHandler(CLEAN_UP_NOTICES, () => cleanUpNotices(deps)),
  jobHandler(CLEAN_UP_INVITATIONS, () => cleanUpInvitations(deps)),
  jobHandler(REAPPLY_ERASURES, () => reapplyErasures(deps)),
  jobHandler(CHECK_ALL_INVARIANTS, async () => {
    await checkInvariants(deps, 'whole');
  }),
];
