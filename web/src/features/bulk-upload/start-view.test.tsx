import { bulkTemplate } from '@lading/contract/bulk/template.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, PAGES_WAIT } from '../../../test/fake-server.ts';
import { button, toastWith } from '../../../test/screen.ts';
import { batchOf } from './batch/batch.fixture.ts';
import { COPY } from './copy.ts';

const BATCH = batchOf();
const ROWS = `PUT ${path(API.batchRows, { id: BATCH.id })}`;
const CREATE = `POST ${API.batches}`;
const HISTORY = `${PAGES.shippingHistory}?page=2`;

afterEach(() => {
  vi.restoreAllMocks();
});

async function uploadFile(answers: Answers) {
  const app = await openApp(PAGES.bulkUpload, {
    as: 'client',
    answers: {
      ...PAGES_WAIT,
      [`GET ${API.batches}`]: () => json({ batches: [] }),
      [CREATE]: () => json({ batch: BATCH }),
      ...answers,
    },
  });
  await expect.element(page.getByRole('button', { name: 'Download CSV template' })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('The page has no file input.');
  const text = bulkTemplate(new Date().toISOString().slice(0, 10));
  await userEvent.upload(input, new File([text], 'orders.csv', { type: 'text/csv' }));
  await expect.poll(() => app.callsTo(ROWS)).toHaveLength(1);
  return app;
}

describe('an upload that failed', () => {
  const retryAfter = async (status: number) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const app = await uploadFile({ [ROWS]: () => json({ message: 'No.' }, status) });
    await expect.element(page.getByText(COPY.upload.sendFailed('No.'))).toBeVisible();
    await button('Try again').click();
    await expect.poll(() => app.callsTo(ROWS)).toHaveLength(2);
    return app.callsTo(CREATE).map(({ headers }) => headers.get('idempotency-key'));
  };

  it('is continued by the next try', async () => {
    const keys = await retryAfter(400);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('starts again if it was discarded', async () => {
    const keys = await retryAfter(404);
    expect(new Set(keys).size).toBe(2);
  });
});

describe('an upload that ends on another page', () => {
  const leaveDuringUpload = async () => {
    const rows = Promise.withResolvers<Response>();
    const app = await uploadFile({ [ROWS]: () => rows.promise });
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
