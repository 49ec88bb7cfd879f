import { API, PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { fakeBatch } from '../../../test/fake-batch.ts';
import { json } from '../../../test/fake-server.ts';
import { NO_PACKAGES } from '../../../test/order-rules.ts';
import { button, main } from '../../../test/screen.ts';
import { batchOf, rowOf } from './batch/batch.fixture.ts';

const counts = { ...batchOf().counts, pending: 3, invalid: 1 };

function setUp() {
  const batch = fakeBatch(
    [1, 2, 3, 4].map((number) => rowOf(number)),
    { counts },
  );
  const discard = `DELETE ${batch.at(API.batch)}`;
  const answers = {
    ...batch.answers,
    [`GET ${API.batches}`]: () => json({ batches: [batchOf({ counts, rowCount: 4, received: 4 })] }),
    [`GET ${API.profile}`]: () => json({}, 500),
    [`GET ${API.savedAddresses}`]: () => json({ addresses: [] }),
    [`GET ${API.savedParcels}`]: () => json({ parcels: [] }),
    [`GET ${API.packages}`]: () => json(NO_PACKAGES),
    [`GET ${API.history}`]: () => json({ shipments: [] }),
    [discard]: () => new Response(null, { status: 204 }),
  };
  return { batch, discard, answers };
}

it('an upload is continued from the dashboard', async () => {
  const { batch, answers } = setUp();
  const { currentPath } = await openApp(PAGES.clientDashboard, { as: 'client', answers });
  const strip = page.getByRole('region', { name: 'Pick up where you left off' });
  await expect.element(strip.getByText('3 ready for rates · 1 needs fixing')).toBeVisible();
  await strip.getByRole('link', { name: /^Continue/ }).click();
  await expect.poll(currentPath).toBe(`${PAGES.bulkUpload}?batch=${batch.id}`);
  await expect.element(page.getByRole('grid')).toBeVisible();
});

it('an upload is discarded only after confirmation', async () => {
  const { batch, discard, answers } = setUp();
  const app = await openApp(`${PAGES.bulkUpload}?batch=${batch.id}`, { as: 'client', answers });
  await button('Discard upload').click();
  const question = page.getByRole('alertdialog', { name: 'Discard this upload?' });
  await expect.element(question.getByRole('button', { name: 'Keep it' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  expect(app.callsTo(discard)).toEqual([]);
  app.answer({ [`GET ${API.batches}`]: () => json({ batches: [] }) });
  await button('Discard upload').click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(app.currentPath).toBe(PAGES.bulkUpload);
  expect(app.callsTo(discard)).toHaveLength(1);
  await expect.poll(() => document.querySelector('input[type=file]')).not.toBeNull();
  await expect.element(page.getByRole('heading', { name: 'Your uploads' })).not.toBeInTheDocument();
});

it('an upload that does not exist shows an explanation', async () => {
  const { batch, answers } = setUp();
  const gone = {
    [`GET ${batch.at(API.batch)}`]: () => json({ error: 'BATCH_NOT_FOUND', message: 'Gone.' }, 404),
  };
  await openApp(`${PAGES.bulkUpload}?batch=${batch.id}`, { as: 'client', answers: { ...answers, ...gone } });
  await expect.element(main().getByText('Upload not found')).toBeVisible();
});
