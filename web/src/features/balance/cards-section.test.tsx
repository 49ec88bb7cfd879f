import { API, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { CARD, openBalance } from '../../../test/balance.ts';
import { json } from '../../../test/fake-server.ts';
import { toastWith } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const REMOVE = `DELETE ${path(API.storedCard, { id: CARD.id })}`;
const removeButton = () => page.getByRole('button', { name: /^Remove.*Visa ending in 4242$/ });
const dialog = () => page.getByRole('alertdialog');

describe('removing a saved card', () => {
  it('asks first, and says what it means for automatic top-ups', async () => {
    const { callsTo } = await openBalance({ [REMOVE]: () => json({ cards: [] }) });
    await removeButton().click();
    await expect.element(dialog().getByText(COPY.cards.removeDefaultText)).toBeVisible();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(callsTo(REMOVE)).toEqual([]);
    await removeButton().click();
    await dialog().getByRole('button', { name: COPY.cards.remove }).click();
    await expect.element(toastWith(COPY.cards.removed)).toBeVisible();
    expect(callsTo(REMOVE)).toHaveLength(1);
  });
});
