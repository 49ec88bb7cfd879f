import type { SaveDraftAnswer, SaveDraftBody } from '@lading/contract/pricing/price-lists.ts';
import { storedRuleOf } from '@lading/contract/pricing/price-rules.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { checkReferences } from './check-references.ts';
import type { PricingDeps } from './global-pricing.ts';
import {
  deleteDraft,
  insertDraft,
  lockDraft,
  selectActive,
  selectDraft,
  updateDraft,
} from './price-lists.store.ts';
import { draftOf } from './show-price-rules.ts';

/** Starts or changes the draft. Prices stay as they are until it is published. */
export async function savePriceDraft(
  { db, clock }: PricingDeps,
  admin: Actor,
  { revision: before, rules: written }: SaveDraftBody,
): Promise<SaveDraftAnswer> {
  const rules = written.map(storedRuleOf);
  const change = { revision: newId(), rules, by: admin.userId, now: clock.now() };
  return transaction(db, async (trx) => {
    const stored = await lockDraft(trx);
    if ((stored?.revision ?? null) !== before) throw new AppError('PRICE_DRAFT_CHANGED');
    const active = await selectActive(trx, change.now);
    // A client may be deleted after a rule named it. Its rules are fixed one by one, and each save has all of them.
    const kept = [...(stored?.rules ?? []), ...(active?.rules ?? [])];
    await checkReferences(
      trx,
      rules,
      ({ noun }) => `A ${noun} of this rule no longer exists. Please remove it.`,
      kept,
    );
    const isSaved = before === null ? await insertDraft(trx, change) : await updateDraft(trx, before, change);
    if (!isSaved) throw new AppError('PRICE_DRAFT_CHANGED');
    await recordEvent(trx, clock, admin, {
      type: 'SAVE_PRICE_DRAFT',
      status: 'success',
      ...byActor(admin),
      details: { rules: rules.length },
    });
    const draft = await selectDraft(trx);
    if (!draft) throw new AppError('PRICE_DRAFT_NOT_FOUND');
    return { draft: draftOf(draft) };
  });
}

export async function discardPriceDraft(
  { db, clock }: PricingDeps,
  admin: Actor,
  revision: string,
): Promise<void> {
  await transaction(db, async (trx) => {
    const draft = await lockDraft(trx);
    if (!draft) throw new AppError('PRICE_DRAFT_NOT_FOUND');
    if (draft.revision !== revision) throw new AppError('PRICE_DRAFT_CHANGED');
    await deleteDraft(trx);
    await recordEvent(trx, clock, admin, {
      type: 'DISCARD_PRICE_DRAFT',
      status: 'success',
      ...byActor(admin),
      details: { rules: draft.rules.length },
    });
  });
}
