import { bulkTemplate } from '@lading/contract/bulk/template.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json, PAGES_WAIT } from '../../../test/fake-server.ts';
import { toastWith } from '../../../test/screen.ts';
import { batchOf } from './batch/batch.fixture.ts';
import { COPY } from './copy.ts';

const BATCH = batchOf();
const ROWS = `PUT ${path(API.batchRows, { id: BATCH.id })}`;
const HISTORY = `${PAGES.shippingHistory}?page=2`;

describe('an upload that ends on another page', () => {
  const leaveDuringUpload = async () => {
    const rows = Promise.withResolvers<Response>();
    const app = await openApp(PAGES.bulkUpload, {
      as: 'client',
      answers: {
        ...PAGES_WAIT,
        [`GET ${API.batches}`]: () => json({ batches: [] }),
        [`POST ${API.batches}`]: () => json({ batch: BATCH }),
        [ROWS]: () => rows.promise,
      },
    });
    await expect.element(page.getByRole('button', { name: 'Download CSV template' })).toBeVisible();
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('The page has no file input.');
    const text = bulkTemplate(new Date().toISOString().slice(0, 10));
    await userEvent.upload(input, new File([text], 'orders.csv', { type: 'text/csv' }));
    await expect.poll(() => app.callsTo(ROWS)).toHaveLength(1);
    await app.router.navigate(HISTORY);
    await expect.element(page.getByRole('heading', { level: 1, name: LABELS.shippingHistory })).toBeVisible();
    return { ...app, answerRows: rows.resolve };
  };

  it('says so and does not change the page', async () => {
    const { answerRows, currentPath } = await leaveDuringUpload();
    answerRows(json({}));
    await expect.element(toastWith(COPY.upload.sentElsewhere('orders.csv'))).toBeVisible();
    expect(currentPath()).toBe(HISTORY);
  });

  it('says that it failed', async () => {
    const { answerRows } = await leaveDuringUpload();
    answerRows(json({ message: 'No.' }, 400));
    await expect.element(toastWith(COPY.upload.sendFailed('No.'))).toBeVisible();
  });
});
