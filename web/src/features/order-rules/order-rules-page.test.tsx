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
  it('are sentences with counts and conflicts, and are accessible', async () => {
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
    await expect.element(main().getByText('For every order → require a signature')).toBeVisible();
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
    await expect.poll(() => callsTo(ORDER).at(-1)?.body).toEqual({ version: 4, ids: [SECOND.id, FIRST.id] });
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

  it('are saved when the form is opened again after a change in another window', async () => {
    const SAVE = `PATCH ${path(API.orderRule, { id: FIRST.id })}`;
    const message = 'The rules were changed in another window.';
    const { callsTo, answer } = await openRules({
      [SAVE]: () => json({ error: 'ORDER_RULES_CHANGED', message }, 409),
    });
    await button('Edit: Canada').click();
    answer({ [LIST]: () => json({ version: 9, rules: [FIRST, SECOND] }) });
    await button('Save rule').click();
    await expect.element(page.getByRole('dialog').getByText(message)).toBeVisible();
    await button('Cancel').click();
    await button('Edit: Canada').click();
    await button('Save rule').click();
    await expect.poll(() => callsTo(SAVE)).toHaveLength(2);
    expect(callsTo(SAVE).at(-1)?.body).toMatchObject({ version: 9 });
  });

  describe('when dragged', () => {
    const THIRD = ruleOf(3, { name: 'Heavy' });
    const handle = (index: number) =>
      main().element().querySelectorAll<HTMLElement>('[data-drag-handle]')[index] as HTMLElement;
    const line = () =>
      main().element().querySelector<HTMLElement>('[data-drop-line]')?.dataset.dropLine ?? null;
    const middle = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { clientX: left + width / 2, clientY: top + height / 2 };
    };
    /** Simulates touch: nothing is hovered, and the browser sends no mouse events. */
    const finger = (target: EventTarget, type: string, at: object, pointerId = 7) =>
      target.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch', pointerId, ...at }));
    const below = (element: Element) => ({
      ...middle(element),
      clientY: element.getBoundingClientRect().bottom - 2,
    });
    const cards = () => main().getByRole('list', { name: 'Order rules' }).element().children;
    const openThree = (answers: Answers = {}) =>
      openRules({ [LIST]: () => json({ version: 4, rules: [FIRST, SECOND, THIRD] }), ...answers });

    it('move with the mouse, say their new place, and keep the focus', async () => {
      const { callsTo } = await openThree({
        [ORDER]: () => json({ version: 5, rules: [SECOND, THIRD, FIRST] }),
      });
      const edit = button('Edit: Canada');
      await expect.element(edit).toBeVisible();
      (edit.element() as HTMLElement).focus();
      const size = cards()[2]?.getBoundingClientRect().height ?? 0;
      await userEvent.dragAndDrop(handle(0), cards()[2] as Element, {
        targetPosition: { x: 20, y: size - 4 },
      });
      await expect.poll(items).toEqual(['1. Signature', '2. Heavy', '3. Canada']);
      await expect
        .poll(() => callsTo(ORDER).at(-1)?.body)
        .toEqual({ version: 4, ids: [SECOND.id, THIRD.id, FIRST.id] });
      await expect.element(page.getByText('“Canada” is now rule 3 of 3.')).toBeInTheDocument();
      await expect.element(edit).toHaveFocus();
    });

    it('move by touch, with a line where the rule would drop', async () => {
      const { callsTo } = await openThree({
        [ORDER]: () => json({ version: 5, rules: [THIRD, FIRST, SECOND] }),
      });
      await expect.element(button('Edit: Heavy')).toBeVisible();
      expect(getComputedStyle(handle(2)).touchAction).toBe('none');
      finger(handle(2), 'pointerdown', middle(handle(2)));
      finger(window, 'pointermove', { ...middle(handle(0)), clientY: 0 }, 8);
      expect(line()).toBeNull();
      finger(window, 'pointermove', middle(handle(0)));
      await expect.poll(() => cards()[0]?.querySelector('[data-drop-line]')).not.toBeNull();
      expect(line()).toBe('above');
      finger(window, 'pointerup', middle(handle(0)));
      await expect.poll(items).toEqual(['1. Heavy', '2. Canada', '3. Signature']);
      await expect.poll(() => callsTo(ORDER)).toHaveLength(1);
      expect(line()).toBeNull();
    });

    it('go back on Escape, on an interrupted touch, and when they are dropped in place', async () => {
      const { callsTo } = await openThree();
      await expect.element(button('Edit: Canada')).toBeVisible();
      const drag = async () => {
        finger(handle(0), 'pointerdown', middle(handle(0)));
        finger(window, 'pointermove', below(cards()[2] as Element));
        await expect.poll(line).toBe('below');
      };
      await drag();
      await userEvent.keyboard('{Escape}');
      await expect.poll(line).toBeNull();
      finger(window, 'pointerup', below(cards()[2] as Element));
      await drag();
      finger(window, 'pointercancel', {});
      await expect.poll(line).toBeNull();
      const home = middle(handle(0));
      await drag();
      finger(window, 'pointermove', home);
      finger(window, 'pointerup', home);
      await expect.poll(line).toBeNull();
      expect((cards()[0] as HTMLElement).style.transform).toBe('');
      expect(items()).toEqual(['1. Canada', '2. Signature', '3. Heavy']);
      expect(callsTo(ORDER)).toEqual([]);
    });

    it('return to their place when the server refuses, and do not announce a move', async () => {
      const message = 'The rules were changed in another window.';
      await openThree({ [ORDER]: () => json({ error: 'ORDER_RULES_CHANGED', message }, 409) });
      await expect.element(button('Edit: Canada')).toBeVisible();
      finger(handle(0), 'pointerdown', middle(handle(0)));
      finger(window, 'pointermove', below(cards()[1] as Element));
      finger(window, 'pointerup', below(cards()[1] as Element));
      await expect.element(toastWith(message)).toBeVisible();
      await expect.poll(items).toEqual(['1. Canada', '2. Signature', '3. Heavy']);
      await expect.element(page.getByText(/is now rule/)).not.toBeInTheDocument();
    });
  });

  it('are deleted once confirmed, and say when they cannot be loaded', async () => {
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
    await expect.element(toastWith('The rule was deleted.')).toBeVisible();
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
      .element(dialog.getByText('The rule matches 2 orders. 1 of the last 40 orders would change.'))
      .toBeVisible();
    await expect.element(dialog.getByRole('row', { name: /#1001/ }).getByText(/→ \$250\.00/)).toBeVisible();
    expect(callsTo(ADD)).toEqual([]);
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    await field('Name').fill('Valuable');
    await expect.element(dialog.getByText(/You changed the rule after this trial/)).toBeVisible();
    await button('Save rule').click();
    await expect.element(toastWith('The rule was saved. Open orders are being updated.')).toBeVisible();
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
    await dialog.getByLabelText('Field 1').selectOptions('State or region');
    await expect.element(dialog.getByText(/A code such as CA means a US state/)).toBeVisible();
    await dialog.getByLabelText('Field 1').selectOptions('SKU');
    expect(dialog.getByText(/A code such as CA/).query()).toBeNull();
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
