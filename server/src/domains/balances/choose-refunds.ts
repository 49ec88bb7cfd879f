import type { BalanceSettings, RefundChoice, RefundChoiceAnswer } from '@lading/contract/balance-terms.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import {
  lockBalance,
  selectRefundDestination,
  selectSettings,
  updateRefundChoice,
  updateSettings,
} from './balances.store.ts';
import type { BalanceDeps } from './change-balance.ts';

export async function showRefundChoice({ db }: BalanceDeps, client: Actor): Promise<RefundChoiceAnswer> {
  const [{ refunds }, refundTo] = await Promise.all([
    selectSettings(db),
    selectRefundDestination(db, client.userId),
  ]);
  return { refundTo, canChoose: refunds === 'client_chooses' };
}

export async function chooseRefunds(
  deps: BalanceDeps,
  client: Actor,
  { refundTo }: RefundChoice,
): Promise<RefundChoiceAnswer> {
  await transaction(deps.db, async (trx) => {
    if ((await selectSettings(trx)).refunds !== 'client_chooses')
      throw new AppError('BAD_REQUEST', {
        message: 'You can’t change where refunds go. Please contact support if you have a question.',
      });
    await lockBalance(trx, client.userId, deps.clock.now());
    await updateRefundChoice(trx, client.userId, refundTo, deps.clock.now());
  });
  return showRefundChoice(deps, client);
}

export const showBalanceSettings = ({ db }: BalanceDeps): Promise<BalanceSettings> => selectSettings(db);

export async function changeBalanceSettings(
  { db, clock }: BalanceDeps,
  admin: Actor,
  { refunds }: BalanceSettings,
): Promise<BalanceSettings> {
  await transaction(db, async (trx) => {
    const { refunds: before } = await selectSettings(trx);
    if (before === refunds) return;
    await updateSettings(trx, refunds, clock.now());
    await recordEvent(trx, clock, admin, {
      type: 'UPDATE_BALANCE_SETTINGS',
      status: 'success',
      ...byActor(admin),
      details: { before, after: refunds },
    });
  });
  return { refunds };
}
