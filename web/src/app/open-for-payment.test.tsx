import { PAGES } from '@lading/contract/routes.ts';
import type { RuntimeConfig } from '@lading/contract/runtime-config.ts';
import { expect, it } from 'vitest';
import { createPaymentOpener } from './open-for-payment.ts';

const configWith = (provider: 'stripe' | 'test') => async () =>
  ({ payment: { provider } }) as unknown as RuntimeConfig;
const url = `https://labels.example.com${PAGES.bulkUpload}?batch=7`;
const open = (from: string, load: () => Promise<RuntimeConfig>) =>
  createPaymentOpener(from, load)({ request: new Request(url) });

it('opens a payment page as a new document when the card form is Stripe’s', async () => {
  const answer = await open(PAGES.login, configWith('stripe'));
  expect(answer?.headers.get('location')).toBe(url);
  expect(answer?.headers.get('x-remix-reload-document')).toBe('true');
});

it('loads no new document from a payment page, or when the card form is ours', async () => {
  expect(await open(PAGES.createLabel, configWith('stripe'))).toBeNull();
  expect(await open(PAGES.login, configWith('test'))).toBeNull();
  expect(await open(PAGES.login, () => Promise.reject(new Error('offline')))).toBeNull();
});
