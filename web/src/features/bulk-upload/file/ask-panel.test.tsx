import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../../test/app.tsx';
import { json, never, PAGES_WAIT } from '../../../../test/fake-server.ts';
import { NO_PACKAGES } from '../../../../test/order-rules.ts';
import { button, main } from '../../../../test/screen.ts';
import { batchOf } from '../batch/batch.fixture.ts';
import { COPY } from '../copy.ts';

const BATCH = batchOf();
const CREATE = `POST ${API.batches}`;
const ROWS = `PUT ${path(API.batchRows, { id: BATCH.id })}`;
const FILE = 'Name,Address,City,State,Zip,Country\nDana Reyes,500 W 2nd St,Austin,TX,78701,US\n';
const ADDRESS = {
  address: '1120 NW Couch St',
  suite: '',
  city: 'Portland',
  state: 'OR',
  zipCode: '97209',
  country: 'US',
};
const PROFILE = {
  fullName: 'Ada Park',
  email: 'ada@northside.example',
  phone: '5035550142',
  address: ADDRESS,
  default_address: ADDRESS,
};
const BOX = { id: 'box', nickname: 'Box', type: 'package', length: 12, width: 9, height: 4, weight: 2 };

const invalidFields = () => document.querySelectorAll('[aria-invalid=true]');

/** Clicks Continue before the profile and the packages have loaded. */
async function continueEarly() {
  const profile = Promise.withResolvers<Response>();
  const parcels = Promise.withResolvers<Response>();
  const app = await openApp(PAGES.bulkUpload, {
    as: 'client',
    answers: {
      ...PAGES_WAIT,
      [`GET ${API.batches}`]: () => json({ batches: [] }),
      [`GET ${API.packages}`]: () => json(NO_PACKAGES),
      [`GET ${API.profile}`]: () => profile.promise,
      [`GET ${API.savedParcels}`]: () => parcels.promise,
      [CREATE]: () => json({ batch: BATCH }),
      [ROWS]: () => json({}),
      // The page of the batch opens next.
      [`GET ${path(API.batch, { id: BATCH.id })}`]: never,
    },
  });
  await expect.element(button('Download CSV template')).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('The page has no file input.');
  await userEvent.upload(input, new File([FILE], 'orders.csv', { type: 'text/csv' }));
  await button('Continue with 1 row').click();
  expect(invalidFields()).toHaveLength(0);
  return {
    ...app,
    answerProfile: () => profile.resolve(json({ data: PROFILE })),
    failProfile: () => profile.resolve(json({ message: 'No.' }, 400)),
    answerParcels: (saved: readonly object[]) => parcels.resolve(json({ parcels: saved })),
  };
}

describe('the answers about a file', () => {
  it('are sent once when the profile and the packages have loaded', async () => {
    const { answerProfile, answerParcels, callsTo } = await continueEarly();
    answerParcels([BOX]);
    await expect.element(main().getByRole('option', { name: /^Box/ })).toBeInTheDocument();
    expect(callsTo(CREATE)).toHaveLength(0);
    answerProfile();
    await expect.poll(() => callsTo(ROWS)).toHaveLength(1);
    expect(callsTo(CREATE)).toHaveLength(1);
    expect(callsTo(ROWS)[0]?.body).toMatchObject({
      rows: [{ cells: { sender_fullname: 'Ada Park', package_weight: '2', package_length: '12' } }],
    });
  });

  it('are not sent if a measurement is missing', async () => {
    const { answerProfile, answerParcels, callsTo } = await continueEarly();
    answerProfile();
    answerParcels([]);
    await expect.poll(invalidFields).toHaveLength(4);
    await expect.poll(() => (document.activeElement as HTMLInputElement).name).toBe('weight');
    expect(callsTo(CREATE)).toHaveLength(0);
  });

  it('are not sent if the profile could not be loaded', async () => {
    const { failProfile, answerParcels, callsTo } = await continueEarly();
    answerParcels([BOX]);
    failProfile();
    await expect.element(page.getByText(COPY.file.profileFailed)).toBeVisible();
    expect(callsTo(CREATE)).toHaveLength(0);
    await button('Continue with 1 row').click();
    await expect.poll(() => callsTo(CREATE)).toHaveLength(1);
  });
});
