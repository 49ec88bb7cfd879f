import { API, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { json, never } from '../../../test/fake-server.ts';
import { GROUP, known, openPriceRules, PREVIEW, version } from '../../../test/price-rules.ts';
import { button, toastWith } from '../../../test/screen.ts';

const group = path(API.adminClientGroup, { id: GROUP });
const dialogButton = (name: string) => page.getByRole('dialog').getByRole('button', { name });

describe('the preview', () => {
  it.each([
    [
      'the members of a group change',
      async () => {
        await button('Edit group Wholesale clients').click();
        await button('Remove Ada Park').click();
        await dialogButton('Save group').click();
        await expect.element(toastWith('The group was saved.')).toBeVisible();
      },
    ],
    [
      'an old version is published again',
      async () => {
        await button('Publish again version 2').click();
        await dialogButton('Publish').click();
        await expect.element(toastWith('Version 5 was published.')).toBeVisible();
      },
    ],
  ])('is calculated again when %s', async (_, change) => {
    const { callsTo } = await openPriceRules(known, {
      [`PUT ${group}`]: () => json({ group: known.groups[0] }),
      [`POST ${path(API.adminPublishPriceVersion, { number: 2 })}`]: () =>
        json({ version: version(5, 'active') }, 201),
    });
    await expect.poll(() => callsTo(PREVIEW)).toHaveLength(1);
    await change();
    await expect.poll(() => callsTo(PREVIEW)).toHaveLength(2);
  });

  it('does not delay the answer to a change', async () => {
    await openPriceRules(known, {
      [`PUT ${group}`]: () => json({ group: known.groups[0] }),
      [PREVIEW]: never,
    });
    await button('Edit group Wholesale clients').click();
    await dialogButton('Save group').click();
    await expect.element(toastWith('The group was saved.')).toBeVisible();
  });
});
