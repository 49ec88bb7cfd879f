import { dateIn } from '@lading/contract/calendar-date.ts';
import type {
  PublishAgainBody,
  PublishDraftBody,
  PublishedAnswer,
} from '@lading/contract/pricing/price-lists.ts';
import type { StoredRule } from '@lading/contract/pricing/price-rules.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { checkReferences, type MissingReference } from './check-references.ts';
import { lockGlobalRule } from './commission.store.ts';
import { describeChange } from './describe-change.ts';
import type { PricingDeps } from './global-pricing.ts';
import { deleteDraft, insertVersion, lockDraft, selectActive, selectVersion } from './price-lists.store.ts';
import { versionOf } from './show-price-rules.ts';

export interface PublishDeps extends PricingDeps {
  timeZone: string;
}

const fixDraft = ({ noun, rule }: MissingReference) =>
  `${rule} names a ${noun} that no longer exists. Please remove that ${noun} from the rule.`;
const fixCurrent = ({ noun, rule }: MissingReference) =>
  `${rule} names a ${noun} that no longer exists, so this version cannot be published again. Please edit the current rules and publish them instead.`;
const DAY_PASSED = 'Please choose today or a later day.';

/** Turns the draft into the next version. Open quotes keep their prices. */
export async function publishPriceDraft(
  deps: PublishDeps,
  admin: Actor,
  { revision, ...publication }: PublishDraftBody,
): Promise<PublishedAnswer> {
  return transaction(deps.db, async (trx) => {
    const draft = await lockDraft(trx);
    if (!draft) throw new AppError('PRICE_DRAFT_NOT_FOUND');
    if (draft.revision !== revision) throw new AppError('PRICE_DRAFT_CHANGED');
    const answer = await publish(deps, trx, admin, { ...publication, rules: draft.rules, repeats: null });
    await deleteDraft(trx);
    return answer;
  });
}

/** Undoes later changes: the rules of an earlier version become the next one. The draft stays. */
export async function publishPriceVersion(
  deps: PublishDeps,
  admin: Actor,
  number: number,
  publication: PublishAgainBody,
): Promise<PublishedAnswer> {
  return transaction(deps.db, async (trx) => {
    const version = await selectVersion(trx, number);
    if (!version) throw new AppError('PRICE_VERSION_NOT_FOUND');
    return publish(deps, trx, admin, { ...publication, rules: version.rules, repeats: number });
  });
}

interface Publication extends PublishAgainBody {
  rules: StoredRule[];
  repeats: number | null;
}

async function publish(
  { clock, timeZone }: PublishDeps,
  trx: Trx,
  admin: Actor,
  { from: day, note, rules, repeats }: Publication,
): Promise<PublishedAnswer> {
  const now = clock.now();
  const today = dateIn(timeZone, now);
  if (day !== null && day < today)
    throw new AppError('VALIDATION_FAILED', {
      message: DAY_PASSED,
      fields: [{ path: 'from', message: DAY_PASSED }],
    });
  // Versions get consecutive numbers, so only one is published at a time. Deleting a group waits for it too.
  await lockGlobalRule(trx);
  await checkReferences(trx, rules, repeats === null ? fixDraft : fixCurrent);
  const before = await selectActive(trx, now);
  const from = day === today ? null : day;
  const number = await insertVersion(trx, { rules, from, note, repeats, by: admin.userId, now });
  const version = await selectVersion(trx, number);
  if (!version) throw new Error(`version ${number} was not stored`);
  await recordEvent(trx, clock, admin, {
    type: 'PUBLISH_PRICE_RULES',
    status: 'success',
    ...byActor(admin),
    details: {
      version: number,
      from: version.effective_from.toISOString(),
      ...(repeats === null ? {} : { repeats }),
      summary: describeChange(before?.rules ?? [], rules),
    },
  });
  return { version: versionOf(version, now) };
}
