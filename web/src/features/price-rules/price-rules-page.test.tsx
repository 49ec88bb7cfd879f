import type { AdminClientsAnswer } from '@lading/contract/admin-clients.ts';
import { AdminClientsAnswerSchema } from '@lading/contract/admin-clients.ts';
import type { PriceRulesAnswer, PriceVersion } from '@lading/contract/pricing/price-lists.ts';
import type { PricePreview } from '@lading/contract/pricing/price-preview.ts';
import type { PriceRule } from '@lading/contract/pricing/price-rules.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { sample } from '../../../test/sample.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, choose, field, toastWith } from '../../../test/screen.ts';

const READ = `GET ${API.adminPriceRules}`;
const SAVE = `PUT ${API.adminPriceDraft}`;
const PREVIEW = `GET ${API.adminPricePreview}`;
const PUBLISH = `POST ${API.adminPublishPriceDraft}`;
const REVISION = '0193b6a0-0000-7000-8000-000000000017';
const GROUP = '0193b6a0-0000-7000-8000-0000000000aa';
const CLIENT = '0193b6a0-0000-7000-8000-0000000000bb';
const AT = '2026-11-15T10:00:00.000Z';

const rule = (name: string, changes: { conditions?: object; effect?: object } = {}): PriceRule => ({
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

const version = (number: number, state: PriceVersion['state']): PriceVersion => ({
  number,
  state,
  effectiveFrom: AT,
  publishedAt: AT,
  publishedBy: 'Morgan Hale',
  note: '',
  rules: 1,
  repeats: null,
});

const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
const RULES = [
  rule('Wholesale', { conditions: { groups: [GROUP], clients: [CLIENT], channels: ['batch'] } }),
  rule('EU over 2 lb', { conditions: { countries: [...EU, 'JP'], minWeight: 2 }, effect: { maxMargin: 5 } }),
];

const DRAFT = { revision: REVISION, rules: RULES, updatedAt: AT, updatedBy: 'Morgan Hale' };

const known: PriceRulesAnswer = {
  active: { version: version(3, 'active'), rules: [RULES[0] as PriceRule] },
  draft: DRAFT,
  versions: [version(4, 'scheduled'), version(3, 'active'), version(2, 'replaced')],
  groups: [{ id: GROUP, name: 'Wholesale clients', members: [{ id: CLIENT, name: 'Ada Park' }] }],
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

const open = async (known_: PriceRulesAnswer = known, changed: Answers = {}) => {
  const app = await openApp(PAGES.adminPriceRules, {
    as: 'admin',
    answers: {
      [READ]: () => json(known_),
      [PREVIEW]: () => json(preview),
      [SAVE]: () => json({ draft: known.draft }),
      ...changed,
    },
  });
  await expect.element(page.getByRole('heading', { level: 2, name: 'In effect' })).toBeVisible();
  return app;
};

const section = (name: string) => page.getByRole('region', { name, exact: true });
const rowsOf = (name: string) =>
  [...section(name).element().querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td')]
      .slice(0, 4)
      .map(
        (cell) =>
          [...cell.querySelectorAll('li')].map(({ textContent }) => textContent).join('; ') ||
          cell.textContent,
      ),
  );
const sentRules = (body: unknown) => (body as { rules: PriceRule[] }).rules;
const CHANGED = 'Someone else changed the draft. Your change was not saved. Please reload and try again.';

describe('the price rules', () => {
  it('show the draft in words, with both commissions at the end', async () => {
    await open();
    expect(rowsOf('Draft')).toEqual([
      [
        '1',
        'Wholesale',
        'Wholesale clients, Ada Park; Bulk uploads',
        'Cost + 12% + $0.50; Rounded up to a final 5',
      ],
      [
        '2',
        'EU over 2 lb',
        'European Union, Japan; 2 lb or more',
        'Cost + 12% + $0.50; Margin at most $5.00; Rounded up to a final 5',
      ],
      ['3', 'Client’s own commission', '2 clients with their own commission', 'As set for the client'],
      ['4', 'Global commission', 'All other labels', 'Cost + 8.00%'],
    ]);
    expect(rowsOf('In effect').map(([, name]) => name)).toEqual([
      'Wholesale',
      'Client’s own commission',
      'Global commission',
    ]);
    expect(await scanScreen()).toEqual([]);
  });

  it('show what the draft would change, and rules that never matched', async () => {
    const { callsTo } = await open();
    const region = section('Preview');
    await expect.element(region.getByText('1,200 labels with a carrier cost of $9,000.00.')).toBeVisible();
    const texts = () =>
      [...region.element().querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
    expect(texts()).toEqual([
      'Revenue$9,720.00$9,700.00$9,800.50+$100.50',
      'Margin$720.00$700.00$800.50+$100.50',
      'Labels below cost0033',
      'Ada Park700$100.00$220.00+$120.00',
      'USPS Priority MailGermany, 2.5 lbAda Park2$20.00$21.60$23.05+$1.45',
      '1. WholesaleNever matched$0.00$0.00',
      '2. EU over 2 lb700$800.00$90.00',
      'Commission500$9,000.50$710.50',
    ]);
    await choose('Last 90 days');
    await expect.poll(() => callsTo(PREVIEW).at(-1)?.query.get('days')).toBe('90');
  });

  it('add a rule by keyboard, with an example and errors at the fields', async () => {
    const { callsTo } = await open();
    button('Add rule').element().focus();
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Add a rule' });
    await expect.element(dialog).toBeVisible();
    await expect.element(field('Name')).toHaveFocus();
    await userEvent.keyboard('wholesale');
    await field('Percentage of the cost (%)').fill('12');
    await field('Flat amount ($)').fill('0.50');
    await dialog.getByRole('combobox', { name: 'Round the price' }).selectOptions('99');
    await expect
      .element(
        dialog.getByText(
          'Example: Rule 3 “wholesale”: cost $10.00 + 12% + $0.50 = $11.70, rounded up to $11.99',
        ),
      )
      .toBeVisible();
    await button('Save rule').click();
    await expect.element(dialog.getByText('Another rule has this name.')).toBeVisible();
    await field('Name').fill('Europe');
    await field('Under (lb)').fill('ten');
    await button('Save rule').click();
    await expect.element(dialog.getByText('Please enter a weight in pounds.')).toBeVisible();
    await field('Under (lb)').fill('10');
    await dialog.getByRole('checkbox', { name: 'USPS' }).click();
    await dialog.getByRole('combobox', { name: /Add a country/ }).selectOptions('set:European Union');
    await dialog.getByRole('combobox', { name: /Add a country/ }).selectOptions('JP');
    expect(await scanScreen()).toEqual([]);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(toastWith('The draft was saved.')).toBeVisible();
    const body = callsTo(SAVE)[0]?.body as { revision: string };
    expect(body.revision).toBe(REVISION);
    expect(sentRules(body).at(-1)).toEqual(
      rule('Europe', {
        conditions: { carriers: ['USPS'], countries: [...EU, 'JP'].sort(), maxWeight: 10 },
        effect: { ending: '99' },
      }),
    );
  });

  it('choose clients by name', async () => {
    const found: AdminClientsAnswer = sample(AdminClientsAnswerSchema);
    const users = found.users.map((user) => ({ ...user, userId: CLIENT, fullName: 'Ada Park' }));
    const { callsTo } = await open(
      { ...known, clients: [], groups: [], draft: { ...DRAFT, rules: [] } },
      {
        [`GET ${API.adminClients}`]: () => json({ ...found, users }),
      },
    );
    await button('Add rule').click();
    await field('Name').fill('Ada');
    const search = page.getByRole('combobox', { name: /^Clients/ });
    await search.fill('ada');
    await page.getByRole('option', { name: /Ada Park/ }).click();
    await expect.element(button('Remove Ada Park')).toBeVisible();
    await button('Save rule').click();
    await expect.element(toastWith('The draft was saved.')).toBeVisible();
    expect(sentRules(callsTo(SAVE)[0]?.body)[0]?.conditions.clients).toEqual([CLIENT]);
  });

  it('move and remove rules, and say when someone else made a change first', async () => {
    const { callsTo, answer } = await open();
    await button('Move Wholesale down').click();
    await expect.element(toastWith('Wholesale is now number 2.')).toBeVisible();
    expect(sentRules(callsTo(SAVE)[0]?.body).map(({ name }) => name)).toEqual(['EU over 2 lb', 'Wholesale']);
    await expect.element(button('Move Wholesale up')).toBeDisabled();
    answer({ [SAVE]: () => json({ error: 'PRICE_DRAFT_CHANGED', message: CHANGED, requestId: 'x' }, 409) });
    await button('Remove EU over 2 lb').click();
    await expect.element(toastWith(CHANGED)).toBeVisible();
    expect(sentRules(callsTo(SAVE)[1]?.body).map(({ name }) => name)).toEqual(['Wholesale']);
    expect(callsTo(READ).length).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['Add rule', [CLIENT, 'Asia', 'Wholesale', 'EU over 2 lb', 'Europe']],
    ['Edit EU over 2 lb', [REVISION, 'Wholesale', 'Europe']],
  ])('never replace someone else’s rule when saved again after a conflict (%s)', async (action, sent) => {
    const { callsTo, answer } = await open();
    await button(action).click();
    await field('Name').fill('Europe');
    answer({
      [READ]: () =>
        json({ ...known, draft: { ...DRAFT, revision: CLIENT, rules: [rule('Asia'), ...RULES] } }),
      [SAVE]: () => json({ error: 'PRICE_DRAFT_CHANGED', message: CHANGED, requestId: 'x' }, 409),
    });
    for (const calls of [1, 2]) {
      await button('Save rule').click();
      await expect.poll(() => callsTo(SAVE)).toHaveLength(calls);
      await expect.element(page.getByRole('dialog').getByText(CHANGED)).toBeVisible();
    }
    const body = callsTo(SAVE)[1]?.body as { revision: string; rules: PriceRule[] };
    expect([body.revision, ...body.rules.map(({ name }) => name)]).toEqual(sent);
  });

  it('publish the draft from a later date, and warn about a scheduled version', async () => {
    const { callsTo } = await open(known, {
      [PUBLISH]: () => json({ version: version(5, 'scheduled') }, 201),
    });
    await button('Publish').first().click();
    const dialog = page.getByRole('dialog', { name: 'Publish the draft' });
    await expect.element(dialog.getByText('Scheduled versions that won’t take effect: 4.')).toBeVisible();
    await choose('On a later date');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect.element(dialog.getByText('Please choose a valid date.')).toBeVisible();
    await dialog.getByLabelText(/Start date/).fill('2026-12-01');
    await expect.element(dialog.getByText(/will not take effect/)).not.toBeInTheDocument();
    expect(await scanScreen()).toEqual([]);
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect.element(toastWith('Version 5 was published.')).toBeVisible();
    expect(callsTo(PUBLISH)[0]?.body).toEqual({ revision: REVISION, from: '2026-12-01', note: '' });
  });

  it('start a draft from the version in force, and publish an old version again', async () => {
    const again = `POST ${path(API.adminPublishPriceVersion, { number: 2 })}`;
    const { callsTo } = await open(
      { ...known, draft: null },
      {
        [again]: () => json({ version: version(5, 'active') }, 201),
        [`GET ${path(API.adminPriceVersion, { number: 2 })}`]: () =>
          json({ version: version(2, 'replaced'), rules: [rule('Old rule')], clients: [] }),
      },
    );
    await expect.element(section('Preview')).not.toBeInTheDocument();
    await button('Show rules of version 2').click();
    await expect.element(page.getByRole('dialog').getByText('Old rule')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await button('Publish again version 2').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await expect.element(toastWith('Version 5 was published.')).toBeVisible();
    expect(callsTo(again)[0]?.body).toEqual({ from: null, note: '' });
    await button('Edit rules').click();
    await expect.poll(() => callsTo(SAVE)[0]?.body).toEqual({ revision: null, rules: known.active?.rules });
  });

  it('manage client groups and explain why one cannot be deleted', async () => {
    const message = 'Price rules use this group. Please remove it from the rules first.';
    const change = `PUT ${path(API.adminClientGroup, { id: GROUP })}`;
    const { callsTo } = await open(
      { ...known, draft: null },
      {
        [change]: () => json({ group: known.groups[0] }),
        [`DELETE ${path(API.adminClientGroup, { id: GROUP })}`]: () =>
          json({ error: 'CLIENT_GROUP_USED', message, requestId: 'x' }, 409),
      },
    );
    await button('Edit group Wholesale clients').click();
    await field('Group name').fill('Gold');
    await button('Remove Ada Park').click();
    await button('Save group').click();
    await expect.element(toastWith('The group was saved.')).toBeVisible();
    expect(callsTo(change)[0]?.body).toEqual({ name: 'Gold', clients: [] });
    await button('Delete group Wholesale clients').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete group' }).click();
    await expect.element(page.getByRole('alertdialog').getByText(message)).toBeVisible();
  });

  it('say what failed to load', async () => {
    await openApp(PAGES.adminPriceRules, { as: 'admin', answers: { [READ]: () => json({}, 403) } });
    await expect.element(toastWith('We couldn’t load the price rules.')).toBeVisible();
    await expect.element(button('Try again')).toBeVisible();
  });
});
