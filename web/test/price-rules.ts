import { AdminClientsAnswerSchema } from '@lading/contract/admin-clients.ts';
import type { PriceRulesAnswer, PriceVersion } from '@lading/contract/pricing/price-lists.ts';
import type { PricePreview } from '@lading/contract/pricing/price-preview.ts';
import type { PriceRule } from '@lading/contract/pricing/price-rules.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from './app.tsx';
import { type Answers, json } from './fake-server.ts';
import { sample } from './sample.ts';

export const READ = `GET ${API.adminPriceRules}`;
export const SAVE = `PUT ${API.adminPriceDraft}`;
export const PREVIEW = `GET ${API.adminPricePreview}`;
export const REVISION = '0193b6a0-0000-7000-8000-000000000017';
export const GROUP = '0193b6a0-0000-7000-8000-0000000000aa';
export const CLIENT = '0193b6a0-0000-7000-8000-0000000000bb';
const AT = '2026-11-15T10:00:00.000Z';

export const rule = (name: string, changes: { conditions?: object; effect?: object } = {}): PriceRule => ({
  name,
  conditions: {
    clients: [],
    groups: [],
    carriers: [],
    services: [],
    zones: [],
    countries: [],
    minWeight: null,
    maxWeight: null,
    channels: [],
    ...changes.conditions,
  },
  effect: {
    percent: 12,
    flat: 0.5,
    minMargin: null,
    maxMargin: null,
    belowCost: false,
    ending: '05',
    ...changes.effect,
  },
});

export const version = (number: number, state: PriceVersion['state']): PriceVersion => ({
  number,
  state,
  effectiveFrom: AT,
  publishedAt: AT,
  publishedBy: 'Morgan Hale',
  note: '',
  rules: 1,
  repeats: null,
});

export const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
);
export const RULES = [
  rule('Wholesale', { conditions: { groups: [GROUP], clients: [CLIENT], channels: ['batch'] } }),
  rule('EU over 2 lb', { conditions: { countries: [...EU, 'JP'], minWeight: 2 }, effect: { maxMargin: 5 } }),
];

export const DRAFT = { revision: REVISION, rules: RULES, updatedAt: AT, updatedBy: 'Morgan Hale' };

export const known: PriceRulesAnswer = {
  active: { version: version(3, 'active'), rules: [RULES[0] as PriceRule] },
  draft: DRAFT,
  versions: [version(4, 'scheduled'), version(3, 'active'), version(2, 'replaced')],
  groups: [
    {
      id: GROUP,
      revision: 'as-loaded',
      name: 'Wholesale clients',
      members: [{ id: CLIENT, name: 'Ada Park' }],
    },
  ],
  clients: [{ id: CLIENT, name: 'Ada Park' }],
  services: [{ code: 'usps_priority', carrier: 'USPS', name: 'Priority Mail' }],
  commission: { clientsWithOwn: 2, global: { markupType: 'percentage', markupAmount: 8 } },
};

const preview: PricePreview = {
  days: 30,
  labels: 1200,
  cost: 9000,
  charged: { revenue: 9720, margin: 720, belowCost: 0 },
  now: { revenue: 9700, margin: 700, belowCost: 0 },
  after: { revenue: 9800.5, margin: 800.5, belowCost: 3 },
  paysMore: {
    labels: 700,
    clientCount: 1,
    clients: [{ clientId: CLIENT, name: 'Ada Park', labels: 700, now: 100, after: 220 }],
  },
  paysLess: { labels: 0, clientCount: 0, clients: [] },
  biggest: [
    {
      shipmentId: REVISION,
      clientName: 'Ada Park',
      carrier: 'USPS',
      serviceName: 'Priority Mail',
      country: 'DE',
      weight: 2.5,
      channel: 'label',
      cost: 20,
      now: 21.6,
      after: 23.05,
      rule: 2,
    },
  ],
  rules: [
    { position: 1, name: 'Wholesale', labels: 0, revenue: 0, margin: 0 },
    { position: 2, name: 'EU over 2 lb', labels: 700, revenue: 800, margin: 90 },
    { position: null, name: 'Commission', labels: 500, revenue: 9000.5, margin: 710.5 },
  ],
};

export const openPriceRules = async (answer: PriceRulesAnswer = known, changed: Answers = {}) => {
  const app = await openApp(PAGES.adminPriceRules, {
    as: 'admin',
    answers: {
      [READ]: () => json(answer),
      [PREVIEW]: () => json(preview),
      [SAVE]: () => json({ draft: known.draft }),
      [`GET ${API.adminClients}`]: () => json({ ...sample(AdminClientsAnswerSchema), users: [] }),
      ...changed,
    },
  });
  await expect.element(page.getByRole('heading', { level: 2, name: 'In effect' })).toBeVisible();
  return app;
};

export const sentRules = (body: unknown) => (body as { rules: PriceRule[] }).rules;

/** What a save answers if someone else changed the draft first. */
export const CHANGED =
  'Someone else changed the draft. Your change was not saved. Please reload and try again.';
export const changedByOther = () =>
  json({ error: 'PRICE_DRAFT_CHANGED', message: CHANGED, requestId: 'x' }, 409);
