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
} from '../../../test/price-rules.ts';
import { button, field, toastWith } from '../../../test/screen.ts';

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
