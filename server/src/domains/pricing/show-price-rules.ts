import { markupAmountOf } from '@lading/contract/commission.ts';
import {
  type PriceDraft,
  type PriceRulesAnswer,
  type PriceVersion,
  type PriceVersionAnswer,
  VERSIONS_PAGE_SIZE,
  type VersionState,
} from '@lading/contract/pricing/price-lists.ts';
import { type StoredRule, writtenRuleOf } from '@lading/contract/pricing/price-rules.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { LabelProvider } from '../../providers/label-providers/port.ts';
import { noteView } from '../audit/note-view.ts';
import { selectClientNames, selectGroups } from './client-groups.store.ts';
import { countClientsByRule, selectGlobalRule } from './commission.store.ts';
import type { PricingDeps } from './global-pricing.ts';
import {
  type ListedVersion,
  selectActive,
  selectDraft,
  selectVersion,
  selectVersions,
} from './price-lists.store.ts';

export interface PriceRulesDeps extends PricingDeps {
  labelProvider: Pick<LabelProvider, 'services'>;
}

/** Everything on the page of the price rules, except previews. */
export async function showPriceRules(deps: PriceRulesDeps, actor: Actor): Promise<PriceRulesAnswer> {
  const { db, clock, labelProvider } = deps;
  const now = clock.now();
  const [active, draft, versions, groups, global, counts] = await Promise.all([
    selectActive(db, now),
    selectDraft(db),
    selectVersions(db, VERSIONS_PAGE_SIZE),
    selectGroups(db),
    selectGlobalRule(db),
    countClientsByRule(db),
  ]);
  const named = [...(active?.rules ?? []), ...(draft?.rules ?? [])];
  const clients = await selectClientNames(db, clientsIn(named));
  await noteView(deps, actor, 'VIEW_PRICE_RULES', {});
  return {
    active: active ? { version: versionOf(active, now), rules: active.rules.map(writtenRuleOf) } : null,
    draft: draft ? draftOf(draft) : null,
    versions: versions.map((version) => versionOf(version, now)),
    groups,
    clients,
    services: labelProvider.services().map(({ code, carrier, name }) => ({ code, carrier, name })),
    commission: {
      clientsWithOwn: counts.custom,
      global: { markupType: global.type, markupAmount: markupAmountOf(global) },
    },
  };
}

export async function showPriceVersion(
  { db, clock }: PricingDeps,
  number: number,
): Promise<PriceVersionAnswer> {
  const version = await selectVersion(db, number);
  if (!version) throw new AppError('PRICE_VERSION_NOT_FOUND');
  return {
    version: versionOf(version, clock.now()),
    rules: version.rules.map(writtenRuleOf),
    clients: await selectClientNames(db, clientsIn(version.rules)),
  };
}

const clientsIn = (rules: readonly StoredRule[]): string[] => [
  ...new Set(rules.flatMap(({ conditions }) => conditions.clients)),
];

interface SelectedDraft {
  revision: string;
  rules: StoredRule[];
  updated_at: Date;
  updated_by: string | null;
}

export const draftOf = ({ revision, rules, updated_at, updated_by }: SelectedDraft): PriceDraft => ({
  revision,
  rules: rules.map(writtenRuleOf),
  updatedAt: updated_at.toISOString(),
  updatedBy: updated_by,
});

export const versionOf = (version: ListedVersion, now: Date): PriceVersion => ({
  number: version.number,
  state: stateOf(version, now),
  effectiveFrom: version.effective_from.toISOString(),
  publishedAt: version.published_at.toISOString(),
  publishedBy: version.published_by,
  note: version.note,
  rules: version.rule_count,
  repeats: version.repeats,
});

function stateOf({ effective_from, replaced_from }: ListedVersion, now: Date): VersionState {
  if (replaced_from !== null && replaced_from <= effective_from) return 'skipped';
  if (effective_from > now) return 'scheduled';
  return replaced_from !== null && replaced_from <= now ? 'replaced' : 'active';
}
