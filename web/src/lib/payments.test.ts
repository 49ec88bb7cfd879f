import { PAYMENT } from '@lading/contract/messages.ts';
import { expect, it } from 'vitest';
import { createPaymentIntent } from './payments.ts';

it('creates no payment and sends nothing without a session', async () => {
  const body = { amount: 841, description: 'A label', rateIds: [] };
  await expect(createPaymentIntent('key', body)).rejects.toThrow(PAYMENT.noToken);
});
