import { API, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { json } from '../../../test/fake-server.ts';
import { GROUP, known, openPriceRules } from '../../../test/price-rules.ts';
import { button, field, toastWith } from '../../../test/screen.ts';

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
    expect(callsTo(change)[0]?.body).toEqual({ name: 'Gold', clients: [] });
    await button('Delete group Wholesale clients').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete group' }).click();
    await expect.element(page.getByRole('alertdialog').getByText(message)).toBeVisible();
  });
});
