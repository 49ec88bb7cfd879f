import { PAYMENT } from '@lading/contract/messages.ts';
import { expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { batchOf, button, expectSaid, ORDERS, openClient, openRatedBatch } from './src/bulk.ts';
import { expectSeen } from './src/expectations.ts';
import { payButton, shipmentsOf, step, typeCard } from './src/wizard.ts';

const openPage = useBrowser();

it('a paid batch gets its labels even if the browser could not request them and reloaded', async () => {
  const { page, watch, token } = await openClient(openPage);
  watch.allow(/net::ERR_FAILED .*\/labels\)/, /Network error/);
  await page.route('**/api/bulk/batches/*/labels', (route) => route.abort());
  await openRatedBatch(page, token, ORDERS);
  await button(page, 'Generate 3 labels').click();
  await typeCard(page);
  await payButton(page).click();
  await expectSaid(page, PAYMENT.succeeded);
  await page.reload();
  await expectSeen(step(page, 'Labels'));
  await expectSeen(page.getByText(/^3 labels, 1 row without a label · \$/));
  expect(await shipmentsOf(token)).toHaveLength(3);
  const { counts, bought } = await batchOf(token, page);
  expect(counts).toMatchObject({ label_generated: 3, invalid: 1 });
  expect(bought.refunded).toBe(0);
});
