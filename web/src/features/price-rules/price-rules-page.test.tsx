import type { AdminClientsAnswer } from '@lading/contract/admin-clients.ts';
import { AdminClientsAnswerSchema } from '@lading/contract/admin-clients.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json } from '../../../test/fake-server.ts';
import {
  CHANGED,
  CLIENT,
  changedByOther,
  DRAFT,
  EU,
  known,
  openPriceRules,
  PREVIEW,
  READ,
  REVISION,
  rule,
  SAVE,
  sentRules,
  version,
} from '../../../test/price-rules.ts';
import { sample } from '../../../test/sample.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, choose, field, toastWith } from '../../../test/screen.ts';

const PUBLISH = `POST ${API.adminPublishPriceDraft}`;

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

describe('the price rules', () => {
  it('show the draft in words, with both commissions at the end', async () => {
    await openPriceRules();
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
    const { callsTo } = await openPriceRules();
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
    const { callsTo } = await openPriceRules();
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
    const { callsTo } = await openPriceRules(
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
    const { callsTo, answer } = await openPriceRules();
    await button('Move Wholesale down').click();
    await expect.element(toastWith('Wholesale is now number 2.')).toBeVisible();
    expect(sentRules(callsTo(SAVE)[0]?.body).map(({ name }) => name)).toEqual(['EU over 2 lb', 'Wholesale']);
    await expect.element(button('Move Wholesale up')).toBeDisabled();
    answer({ [SAVE]: changedByOther });
    await button('Remove EU over 2 lb').click();
    await expect.element(toastWith(CHANGED)).toBeVisible();
    expect(sentRules(callsTo(SAVE)[1]?.body).map(({ name }) => name)).toEqual(['Wholesale']);
    expect(callsTo(READ).length).toBeGreaterThanOrEqual(3);
  });

  it('publish the draft from a later date, and warn about a scheduled version', async () => {
    const { callsTo } = await openPriceRules(known, {
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
    const { callsTo } = await openPriceRules(
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

  it('say what failed to load', async () => {
    await openApp(PAGES.adminPriceRules, { as: 'admin', answers: { [READ]: () => json({}, 403) } });
    await expect.element(toastWith('We couldn’t load the price rules.')).toBeVisible();
    await expect.element(button('Try again')).toBeVisible();
  });
});
