import type { PriceRule } from '@lading/contract/pricing/price-rules.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { json } from '../../../test/fake-server.ts';
import {
  CHANGED,
  CLIENT,
  changedByOther,
  DRAFT,
  GROUP,
  known,
  openPriceRules,
  READ,
  REVISION,
  RULES,
  rule,
  SAVE,
  sentRules,
  version,
} from '../../../test/price-rules.ts';
import { button, field, toastWith } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

describe('the dialog for a price rule', () => {
  it.each([
    ['Add rule', [CLIENT, 'Asia', 'Wholesale', 'EU over 2 lb', 'Europe']],
    ['Edit EU over 2 lb', [REVISION, 'Wholesale', 'Europe']],
  ])('never replaces someone else’s rule when saved again after a conflict (%s)', async (action, sent) => {
    const { callsTo, answer } = await openPriceRules();
    await button(action).click();
    await field('Name').fill('Europe');
    answer({
      [READ]: () =>
        json({ ...known, draft: { ...DRAFT, revision: CLIENT, rules: [rule('Asia'), ...RULES] } }),
      [SAVE]: changedByOther,
    });
    for (const calls of [1, 2]) {
      await button('Save rule').click();
      await expect.poll(() => callsTo(SAVE)).toHaveLength(calls);
      await expect.element(page.getByRole('dialog').getByText(CHANGED)).toBeVisible();
    }
    const body = callsTo(SAVE)[1]?.body as { revision: string; rules: PriceRule[] };
    expect([body.revision, ...body.rules.map(({ name }) => name)]).toEqual(sent);
  });

  const PUBLISHED = { version: version(5, 'active'), rules: RULES };
  const OTHERS = { version: version(5, 'active'), rules: [rule('Wholesale'), rule('EU over 2 lb')] };
  it.each([
    ['Add rule', 'discarded', known.active, ['Wholesale', 'Europe']],
    ['Add rule', 'published', PUBLISHED, ['Wholesale', 'EU over 2 lb', 'Europe']],
    ['Edit EU over 2 lb', 'discarded', known.active, ['Wholesale', 'Europe']],
    ['Edit EU over 2 lb', 'published', PUBLISHED, ['Wholesale', 'Europe']],
    ['Edit EU over 2 lb', 'changed and published', OTHERS, ['Wholesale', 'EU over 2 lb', 'Europe']],
    ['Edit Wholesale', 'published', PUBLISHED, ['Europe', 'EU over 2 lb']],
    ['Add rule', 'discarded before the first version', null, ['Europe']],
  ])(
    'starts a new draft with the rule if someone else ended the draft (%s, %s)',
    async (action, _, active, sent) => {
      const { callsTo, answer } = await openPriceRules();
      await button(action).click();
      await field('Name').fill('Europe');
      answer({ [READ]: () => json({ ...known, clients: [], active, draft: null }), [SAVE]: changedByOther });
      const dialog = page.getByRole('dialog');
      await button('Save rule').click();
      await expect.element(dialog.getByText(CHANGED)).toBeVisible();
      await expect.element(page.getByRole('region', { name: 'Draft' })).not.toBeInTheDocument();
      await expect.element(field('Name')).toHaveValue('Europe');
      expect(dialog.getByText('Deleted client').elements()).toEqual([]);
      answer({ [SAVE]: () => json({ draft: DRAFT }) });
      await button('Save rule').click();
      await expect.element(toastWith('The draft was saved.')).toBeVisible();
      const body = callsTo(SAVE)[1]?.body as { revision: string };
      expect([body.revision, ...sentRules(body).map(({ name }) => name)]).toEqual([null, ...sent]);
    },
  );

  it('does not turn a client who was typed and not chosen into all clients', async () => {
    const { callsTo } = await openPriceRules();
    await button('Add rule').click();
    await field('Name').fill('Acme');
    await page.getByRole('combobox', { name: /^Clients/ }).fill('Acme');
    await button('Save rule').click();
    await expect.element(page.getByText(COPY.clientNotChosen)).toBeVisible();
    expect(callsTo(SAVE)).toEqual([]);
    await page.getByRole('combobox', { name: /^Clients/ }).fill('');
    await button('Save rule').click();
    await expect.poll(() => callsTo(SAVE)).toHaveLength(1);
  });

  it('does not turn a rule for a deleted client into one for all clients', async () => {
    const rules = [rule('Ada only', { conditions: { clients: [CLIENT] } })];
    const { callsTo } = await openPriceRules({ ...known, clients: [], draft: { ...DRAFT, rules } });
    await button('Edit Ada only').click();
    await button('Remove Deleted client').click();
    await button('Save rule').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(/it would apply to all clients/)).toBeVisible();
    expect(callsTo(SAVE)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'Wholesale clients' }).click();
    await button('Save rule').click();
    await expect.element(toastWith('The draft was saved.')).toBeVisible();
    expect(sentRules(callsTo(SAVE)[0]?.body)[0]?.conditions).toMatchObject({ clients: [], groups: [GROUP] });
  });

  it('lets a rule for a client apply to all clients', async () => {
    const rules = [rule('Ada only', { conditions: { clients: [CLIENT] } })];
    const { callsTo } = await openPriceRules({ ...known, draft: { ...DRAFT, rules } });
    await button('Edit Ada only').click();
    await button('Remove Ada Park').click();
    await button('Save rule').click();
    await expect.element(toastWith('The draft was saved.')).toBeVisible();
    expect(sentRules(callsTo(SAVE)[0]?.body)[0]?.conditions.clients).toEqual([]);
  });
});
