import { API, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { json } from '../../../test/fake-server.ts';
import { GROUP, known, openPriceRules, READ } from '../../../test/price-rules.ts';
import { button, field, toastWith } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

describe('client groups', () => {
  it('are changed, and the page explains why one cannot be deleted', async () => {
    const message = 'Price rules use this group. Please remove it from the rules first.';
    const change = `PUT ${path(API.adminClientGroup, { id: GROUP })}`;
    const { callsTo } = await openPriceRules(
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
    expect(callsTo(change)[0]?.body).toEqual({ name: 'Gold', clients: [], revision: 'as-loaded' });
    await button('Delete group Wholesale clients').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete group' }).click();
    await expect.element(page.getByRole('alertdialog').getByText(message)).toBeVisible();
  });

  it('are not saved without a client who was typed and not chosen', async () => {
    const { callsTo } = await openPriceRules({ ...known, draft: null });
    await button('Edit group Wholesale clients').click();
    await page.getByRole('combobox', { name: /^Members/ }).fill('Acme');
    await button('Save group').click();
    await expect.element(page.getByText(COPY.clientNotChosen)).toBeVisible();
    expect(callsTo(`PUT ${path(API.adminClientGroup, { id: GROUP })}`)).toEqual([]);
  });

  it('keep the input when someone else changed the group first, and show that change', async () => {
    const message =
      'Someone else changed this group. Your change was not saved. Please reload and try again.';
    const change = `PUT ${path(API.adminClientGroup, { id: GROUP })}`;
    const { callsTo, answer } = await openPriceRules(
      { ...known, draft: null },
      { [change]: () => json({ error: 'CLIENT_GROUP_CHANGED', message, requestId: 'x' }, 409) },
    );
    await button('Edit group Wholesale clients').click();
    await field('Group name').fill('Gold');
    const groups = known.groups.map((group) => ({ ...group, name: 'Platinum', revision: 'newer' }));
    answer({ [READ]: () => json({ ...known, draft: null, groups }) });
    await button('Save group').click();
    await expect.element(page.getByRole('dialog').getByText(message)).toBeVisible();
    await expect.element(field('Group name')).toHaveValue('Gold');
    await expect.element(page.getByText('Platinum', { exact: true }).first()).toBeInTheDocument();
    await button('Save group').click();
    await expect.poll(() => callsTo(change)).toHaveLength(2);
    expect(callsTo(change)[1]?.body).toMatchObject({ revision: 'as-loaded' });
  });
});
