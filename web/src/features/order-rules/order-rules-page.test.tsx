import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { NO_WARNINGS, PACKAGES, ruleOf, SERVICES } from '../../../test/order-rules.ts';
import { orderRow, STORE } from '../../../test/orders.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, main, toastWith } from '../../../test/screen.ts';

const LIST = `GET ${API.orderRules}`;
const ADD = `POST ${API.orderRules}`;
const ORDER = `PUT ${API.orderRules}`;
const TRY = `POST ${API.orderRuleTrial}`;
const WARNINGS = `GET ${API.orderRuleWarnings}`;
const FIRST = ruleOf(1, {
  name: 'Canada',
  groups: [{ match: 'all', conditions: [{ field: 'country', op: 'is', values: ['CA'] }] }],
});
const SECOND = ruleOf(2, {
  name: 'Signature',
  enabled: false,
  actions: [{ kind: 'signature', signature: 'standard' }],
});
const ONE = path(API.orderRule, { id: FIRST.id });
const LISTED = { version: 4, rules: [FIRST, SECOND] };

const openRules = (answers: Answers = {}) =>
  openApp(PAGES.orderRules, {
    as: 'client',
    answers: {
      [LIST]: () => json(LISTED),
      [WARNINGS]: () => json(NO_WARNINGS),
      [`GET ${API.orderSources}`]: () => json({ sources: [STORE] }),
      [`GET ${API.packages}`]: () => json(PACKAGES),
      [`GET ${API.orderRuleServices}`]: () => json({ services: SERVICES }),
      ...answers,
    },
  });
const items = () =>
  main()
    .getByRole('list', { name: 'Order rules' })
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent);
const form = (name: string) => page.getByRole('dialog', { name, exact: true });

describe('the rules', () => {
  it('are sentences with counts and conflicts, and have no violation', async () => {
    const ref = (rule: typeof FIRST, position: number) => ({ id: rule.id, name: rule.name, position });
    await openRules({
      [WARNINGS]: () =>
        json({
          orders: 500,
          rules: [{ ...ref(FIRST, 0), matched: 12 }],
          warnings: [
            { code: 'same_field', rule: ref(FIRST, 0), other: ref(SECOND, 1), field: 'package', orders: 3 },
          ],
        }),
    });
    await expect.element(main().getByText('If the country is Canada → use Medium box')).toBeVisible();
    await expect.element(main().getByText('For every order → ask for a signature')).toBeVisible();
    await expect.element(main().getByText('Matched 12 of the last 500 orders')).toBeVisible();
    await expect
      .element(main().getByText(/both set the package of 3 recent orders. The later rule wins./))
      .toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
  });

  it('move by keyboard, keep the focus, and are turned on with the version of the list', async () => {
    const { callsTo, answer } = await openRules({
      [ORDER]: () => json({ version: 5, rules: [SECOND, FIRST] }),
      [`PATCH ${path(API.orderRule, { id: SECOND.id })}`]: () =>
        json({ version: 6, rules: [{ ...SECOND, enabled: true }, FIRST] }),
    });
    const down = button('Move down: Canada');
    await expect.element(down).toBeVisible();
    (down.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(items).toEqual(['1. Signature', '2. Canada']);
    expect(callsTo(ORDER).at(-1)?.body).toEqual({ version: 4, ids: [SECOND.id, FIRST.id] });
    await expect.element(page.getByText('“Canada” is now rule 2 of 2.')).toBeInTheDocument();
    await expect.element(button('Move up: Canada')).toHaveFocus();
    const isOn = page.getByRole('checkbox', { name: 'On (Signature)' });
    await isOn.click();
    await expect.element(isOn).toBeChecked();
    expect(callsTo(`PATCH ${path(API.orderRule, { id: SECOND.id })}`).at(-1)?.body).toEqual({
      version: 5,
      change: { enabled: true },
    });
    const message = 'The rules were changed in another window.';
    answer({ [ORDER]: () => json({ error: 'ORDER_RULES_CHANGED', message }, 409) });
    await button('Move up: Canada').click();
    await expect.element(toastWith(message)).toBeVisible();
    await expect.poll(items).toEqual(['1. Canada', '2. Signature']);
  });

  it('are deleted after a question, and say when they cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { answer } = await openRules({ [LIST]: () => json({}, 500) });
    await expect.element(main().getByText('We couldn’t load your rules.')).toBeVisible();
    answer({
      [LIST]: () => json(LISTED),
      [`DELETE ${ONE}`]: () => json({ version: 5, rules: [SECOND] }),
    });
    await button('Try again').click();
    await button('Delete: Canada').click();
    await button('Delete').last().click();
    await expect.element(toastWith('The rule is deleted.')).toBeVisible();
    await expect.poll(items).toEqual(['1. Signature']);
    vi.restoreAllMocks();
  });
});

describe('a new rule', () => {
  it('starts from an example, is tried without saving, then saved', async () => {
    const { callsTo } = await openRules({
      [LIST]: () => json({ version: 0, rules: [] }),
      [TRY]: () =>
        json({
          orders: 40,
          rules: [{ id: null, name: 'Protect valuable orders', position: 0, matched: 2 }],
          warnings: [],
          changed: 1,
          differences: [
            {
              orderId: orderRow(1).id,
              number: '#1001',
              recipientName: 'Ada Park',
              status: 'ready',
              changes: [{ field: 'insurance', before: [], after: [{ field: 'insurance', cents: 25_000 }] }],
            },
          ],
        }),
      [ADD]: () => json({ version: 1, rules: [FIRST], id: FIRST.id }, 201),
    });
    await expect.element(main().getByText('No rules yet')).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await button('Use this example (Protect valuable orders)').click();
    await button('Try on the last 500 orders').click();
    const dialog = form('New rule');
    await expect
      .element(dialog.getByText('The rule matches 2 orders. 1 order of the last 40 would change.'))
      .toBeVisible();
    await expect.element(dialog.getByRole('row', { name: /#1001/ }).getByText(/→ \$250\.00/)).toBeVisible();
    expect(callsTo(ADD)).toEqual([]);
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    await field('Name').fill('Valuable');
    await expect.element(dialog.getByText(/You changed the rule after this trial/)).toBeVisible();
    await button('Save rule').click();
    await expect.element(toastWith('The rule is saved. Open orders are being prepared again.')).toBeVisible();
    expect(callsTo(ADD).at(-1)?.body).toMatchObject({
      rule: {
        name: 'Valuable',
        groups: [{ match: 'all', conditions: [{ field: 'total', op: 'at_least', value: 20_000 }] }],
      },
    });
    await expect.poll(items).toEqual(['1. Canada']);
  });

  it('has conditions and actions of every kind, with errors at the field', async () => {
    const { callsTo } = await openRules({ [ADD]: () => json({ ...LISTED, id: FIRST.id }, 201) });
    await button('Add rule').click();
    const dialog = form('New rule');
    await button('Add condition').click();
    await dialog.getByLabelText('Field 1').selectOptions('SKU');
    await dialog.getByLabelText('Comparison 1').selectOptions('of every item begins with');
    await dialog.getByRole('textbox', { name: 'Value 1' }).fill('MUG-, TEA-');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Remove TEA-')).toBeVisible();
    await button('Add condition').click();
    await dialog.getByLabelText('Field 2').selectOptions('Weight (oz)');
    const add = dialog.getByLabelText('Add an action');
    await add.selectOptions('Use a package');
    await add.selectOptions('Choose the service');
    await dialog.getByLabelText('Service').first().selectOptions('A specific service');
    await button('Save rule').click();
    await expect.element(dialog.getByText('Please name the rule.')).toBeVisible();
    await expect.element(dialog.getByText('Please enter a number.')).toBeVisible();
    await expect.element(dialog.getByText('Please choose a package.')).toBeVisible();
    await expect.element(dialog.getByText('Please choose a service.')).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await field('Name').fill('Kitchen');
    await dialog.getByRole('textbox', { name: 'Value 2' }).fill('32');
    await dialog.getByLabelText('Package').selectOptions('Medium box (10 × 8 × 6 in)');
    await dialog.getByLabelText('Which service').selectOptions('Ground');
    await button('Save rule').click();
    await expect.element(form('New rule')).not.toBeInTheDocument();
    expect(callsTo(ADD).at(-1)?.body).toEqual({
      rule: {
        name: 'Kitchen',
        enabled: true,
        match: 'all',
        stop: false,
        groups: [
          {
            match: 'all',
            conditions: [
              { field: 'sku', op: 'begins_with', lines: 'all', values: ['MUG-', 'TEA-'] },
              { field: 'weight', op: 'at_least', value: 32 },
            ],
          },
        ],
        actions: [
          { kind: 'package', packageId: PACKAGES.packages[0]?.id },
          { kind: 'service', choice: { kind: 'service', carrier: 'UPS', service: 'ups_ground' } },
        ],
      },
    });
  });
});
