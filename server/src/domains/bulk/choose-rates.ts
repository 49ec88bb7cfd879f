import { chooseByRule, type RateRule } from '@lading/contract/bulk/rules.ts';
import type { Batch, RateChoice, RuleEffect } from '@lading/contract/bulk.ts';
import { centsOf, dollarsOf } from '@lading/contract/money.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { BulkDeps } from './bulk.deps.ts';
import {
  type Choice,
  clearChoices,
  type StoredRow,
  saveChoices,
  selectChoosable,
  selectRowsByNumber,
} from './bulk-rows.store.ts';
import { changeOwnBatch } from './change-batch.ts';
import { findBatch } from './find-batch.ts';

const PAGE_SIZE = 500;

/** Selects rates, each among the offers of its row, or none. */
export function chooseRates(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  { choices }: { choices: RateChoice[] },
): Promise<Batch> {
  return changeOwnBatch(deps, actor, id, async (trx, batch) => {
    const rows = await selectRowsByNumber(
      trx,
      id,
      choices.map(({ number }) => number),
    );
    const known = new Map(rows.map((row) => [row.number, row]));
    if (choices.some(({ number }) => !known.has(number))) throw new AppError('RATE_NOT_FOUND');
    if (choices.some(({ number }) => (known.get(number)?.payment_id ?? null) !== null))
      throw new AppError('ROW_PAID');
    const chosen = choices.filter(({ rateId }) => rateId !== null);
    const cleared = choices.filter(({ rateId }) => rateId === null);
    await saveChoices(
      trx,
      id,
      batch.version,
      chosen.map((choice) => toChoice(choice, known.get(choice.number))),
    );
    await clearChoices(
      trx,
      id,
      batch.version,
      cleared.map(({ number }) => number),
    );
  });
}

function toChoice({ number, rateId, chosenBy = 'hand' }: RateChoice, row: StoredRow | undefined): Choice {
  const rate = row?.rates.find(({ objectId }) => objectId === rateId);
  if (!rate) throw new AppError('RATE_NOT_FOUND');
  return { number, rate, cents: centsOf(rate.amount), chosen_by: chosenBy };
}

/** Applies a rule to every row, or previews it. A row without a matching rate keeps its selection. */
export async function applyRule(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  { rule, preview }: { rule: RateRule; preview: boolean },
): Promise<RuleEffect> {
  await findBatch(deps, actor, id);
  const effect = { changes: 0, unmatched: 0, before: 0, after: 0 };
  const choices: Choice[] = [];
  for (let after = 0; ; ) {
    const rows = await selectChoosable(deps.db, id, after, PAGE_SIZE);
    for (const { number, rates, selected, cents } of rows) {
      const rate = chooseByRule(rates, rule);
      const isChange = rate !== undefined && rate.objectId !== selected;
      effect.before += cents ?? 0;
      effect.after += rate ? centsOf(rate.amount) : (cents ?? 0);
      if (!rate) effect.unmatched += 1;
      if (isChange) choices.push({ number, rate, cents: centsOf(rate.amount), chosen_by: 'rule' });
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) break;
    after = last.number;
  }
  if (!preview && choices.length > 0)
    await changeOwnBatch(deps, actor, id, async (trx, batch) => {
      for (let from = 0; from < choices.length; from += PAGE_SIZE)
        await saveChoices(trx, id, batch.version, choices.slice(from, from + PAGE_SIZE));
    });
  return {
    changes: choices.length,
    unmatched: effect.unmatched,
    totalBefore: dollarsOf(effect.before),
    totalAfter: dollarsOf(effect.after),
    ...(!preview && { chosen: choices.map(({ number, rate }) => ({ number, rateId: rate.objectId })) }),
  };
}
