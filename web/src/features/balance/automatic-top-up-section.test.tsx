import { API, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { OFF, openBalance, topUp } from '../../../test/balance.ts';
import { json } from '../../../test/fake-server.ts';
import { CONFIRM, confirmed, typeCard } from '../../../test/purchase.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, toastWith } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const AUTOMATIC = `PUT ${API.automaticTopUp}`;

describe('automatic top-ups', () => {
  it('turns automatic top-ups on with consent, and says why none starts', async () => {
    const { callsTo, answer } = await openBalance({
      [AUTOMATIC]: () => json({ ...OFF, enabled: true, threshold: 2_000, amount: 5_000, monthlyCap: 50_000 }),
    });
    await button(COPY.automatic.turnOn).click();
    await page.getByRole('button', { name: COPY.automatic.save }).click();
    await expect.element(page.getByText('Please confirm that you agree.')).toBeVisible();
    expect(callsTo(AUTOMATIC)).toEqual([]);
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await page.getByRole('dialog').getByRole('checkbox').click();
    answer({
      [`GET ${API.automaticTopUp}`]: () =>
        json({
          ...OFF,
          enabled: true,
          threshold: 2_000,
          amount: 5_000,
          monthlyCap: 50_000,
          paused: 'declined',
        }),
    });
    await page.getByRole('button', { name: COPY.automatic.save }).click();
    await expect.element(page.getByText(COPY.automatic.paused.declined)).toBeVisible();
    expect(callsTo(AUTOMATIC)[0]?.body).toMatchObject({ enabled: true, amount: 5_000, consent: true });
  });

  const WAITING = { ...OFF, paused: 'confirmation_needed', topUpId: 't-1' };
  const READ_TOP_UP = `GET ${path(API.topUp, { id: 't-1' })}`;

  it('lets the client confirm an automatic top-up that started before they were turned off', async () => {
    const { answer } = await openBalance({
      [`GET ${API.automaticTopUp}`]: () => json(WAITING),
      [READ_TOP_UP]: () => json(topUp({ automatic: true, status: 'requires_action' })),
      [CONFIRM]: () => confirmed({ status: 'succeeded' }),
    });
    await expect.element(page.getByText(COPY.automatic.off)).toBeVisible();
    await button(COPY.automatic.finish).click();
    await expect.element(field('Card number')).toBeVisible();
    await typeCard();
    answer({
      [`GET ${API.automaticTopUp}`]: () => json(OFF),
      [READ_TOP_UP]: () => json(topUp({ automatic: true, status: 'succeeded' })),
    });
    await page.getByRole('button', { name: 'Pay $50.00' }).click();
    await expect.element(toastWith('$50.00 was added to your balance.')).toBeVisible();
  });

  it.each([
    ['succeeded', '$50.00 was added to your balance.'],
    ['processing', COPY.add.processing],
    ['canceled', COPY.automatic.canceled],
  ])('reports an automatic top-up that no longer needs a confirmation (%s)', async (status, text) => {
    const ended = topUp({ automatic: true, status, paymentIntentId: '', clientSecret: '' });
    const { answer } = await openBalance({
      [`GET ${API.automaticTopUp}`]: () => json({ ...WAITING, enabled: true }),
      [READ_TOP_UP]: () => json(ended),
    });
    await expect.element(button(COPY.automatic.finish)).toBeVisible();
    answer({ [`GET ${API.automaticTopUp}`]: () => json({ ...OFF, enabled: true }) });
    await button(COPY.automatic.finish).click();
    await expect.element(toastWith(text)).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
    await expect.element(button(COPY.automatic.finish)).not.toBeInTheDocument();
  });
});
