import { dateIn } from '@lading/contract/calendar-date.ts';
import { exportFileName } from '@lading/contract/constants.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import {
  PREVIEW_TOP,
  type PreviewFigures,
  type PricePreview,
  type PricePreviewQuery,
} from '@lading/contract/pricing/price-preview.ts';
import type { StoredRule } from '@lading/contract/pricing/price-rules.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { ago, days } from '../../platform/clock.ts';
import type { CsvExports } from '../../platform/db/csv-export.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { PricingDeps } from './global-pricing.ts';
import { selectActive, selectDraft, selectVersion } from './price-lists.store.ts';
import { type Comparison, exportedPreview, type PreviewSums, selectPreview } from './price-preview.store.ts';

/** What the draft, or a version, would have done to the labels of the last days. */
export async function previewPrices(deps: PricingDeps, query: PricePreviewQuery): Promise<PricePreview> {
  const comparison = await comparisonOf(deps, query);
  const { sums, biggest } = await selectPreview(deps.db, comparison, PREVIEW_TOP);
  const whole = sums.find(({ kind }) => kind === 0) ?? NOTHING;
  return {
    days: query.days,
    labels: whole.labels,
    cost: dollarsOf(whole.cost),
    charged: figuresOf(whole.charged, whole.cost, whole.charged_below),
    now: figuresOf(whole.now, whole.cost, whole.now_below),
    after: figuresOf(whole.after, whole.cost, whole.after_below),
    paysMore: { labels: whole.more, ...changedClients(sums, 1) },
    paysLess: { labels: whole.less, ...changedClients(sums, -1) },
    biggest: biggest.map((label) => ({
      shipmentId: label.id,
      clientName: label.full_name,
      carrier: label.carrier,
      serviceName: label.service_name,
      country: label.area,
      weight: label.weight,
      channel: label.channel,
      cost: dollarsOf(label.cost_cents),
      now: dollarsOf(label.now_cents),
      after: dollarsOf(label.after_cents),
      rule: label.rule_after,
    })),
    rules: rulesOf(comparison.after, sums),
  };
}

export interface PreviewExportDeps extends PricingDeps {
  timeZone: string;
  exports: CsvExports;
}

/** Every label of the preview as CSV. Audits the export before sending anything. */
export async function exportPricePreview(
  deps: PreviewExportDeps,
  actor: Actor,
  query: PricePreviewQuery,
): Promise<SentFile> {
  const { db, clock, timeZone, exports } = deps;
  const comparison = await comparisonOf(deps, query);
  const content = await exports.start(actor.userId, exportedPreview(db, comparison, timeZone));
  try {
    await recordEvent(db, clock, actor, {
      type: 'EXPORT_PRICE_PREVIEW',
      status: 'success',
      ...byActor(actor),
      details: { days: query.days, ...(query.version ? { version: Number(query.version) } : {}) },
    });
  } catch (error) {
    content.destroy();
    throw error;
  }
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: exportFileName('price-preview', dateIn(timeZone, clock.now())),
    content,
  };
}

async function comparisonOf(
  { db, clock }: PricingDeps,
  { days: count, version }: PricePreviewQuery,
): Promise<Comparison> {
  const list = version ? await selectVersion(db, Number(version)) : await selectDraft(db);
  if (!list) throw new AppError(version ? 'PRICE_VERSION_NOT_FOUND' : 'PRICE_DRAFT_NOT_FOUND');
  const active = await selectActive(db, clock.now());
  return { since: ago(clock, days(count)), now: active?.rules ?? [], after: list.rules };
}

const NOTHING: PreviewSums = {
  user_id: null,
  name: null,
  rule: null,
  kind: 0,
  labels: 0,
  cost: 0,
  charged: 0,
  now: 0,
  after: 0,
  more: 0,
  less: 0,
  charged_below: 0,
  now_below: 0,
  after_below: 0,
};

const figuresOf = (cents: number, cost: number, belowCost: number): PreviewFigures => ({
  revenue: dollarsOf(cents),
  margin: dollarsOf(cents - cost),
  belowCost,
});

/** The clients who pay more (1) or less (-1) in total, the largest change first. */
function changedClients(sums: readonly PreviewSums[], direction: 1 | -1) {
  const change = ({ now, after }: PreviewSums) => (after - now) * direction;
  const changed = sums.filter((client) => client.kind === 1 && change(client) > 0);
  const top = changed.toSorted((a, b) => change(b) - change(a)).slice(0, PREVIEW_TOP);
  return {
    clientCount: changed.length,
    clients: top.map(({ user_id, name, labels, now, after }) => ({
      clientId: user_id ?? '',
      name: name ?? '',
      labels,
      now: dollarsOf(now),
      after: dollarsOf(after),
    })),
  };
}

const COMMISSION_NAME = 'Commission';

function rulesOf(rules: readonly StoredRule[], sums: readonly PreviewSums[]): PricePreview['rules'] {
  const row = (position: number | null, name: string) => {
    const { labels, after, cost } = sums.find(({ kind, rule }) => kind === 2 && rule === position) ?? NOTHING;
    return { position, name, labels, revenue: dollarsOf(after), margin: dollarsOf(after - cost) };
  };
  return [...rules.map(({ name }, index) => row(index + 1, name)), row(null, COMMISSION_NAME)];
}
