import { API, path } from '@lading/contract/routes.ts';
import type { LabelAnswer } from '@lading/contract/shipments.ts';
import { type ConfirmTestPaymentAnswer, TEST_GATEWAY_CONFIRM } from '@lading/contract/test-gateway.ts';
import { type Answers, json } from './fake-server.ts';
import { field } from './screen.ts';
import { labelImage, shipmentOf } from './shipment.ts';

export const PAYMENT_ID = 'pi_test_1';
const SHIPMENT = shipmentOf();

export const INTENT = `POST ${API.createPaymentIntent}`;
export const CONFIRM = `POST ${path(TEST_GATEWAY_CONFIRM, { intentId: PAYMENT_ID })}`;
export const LABEL = `POST ${API.label}`;
export const TRANSACTION = `GET ${path(API.transaction, { id: SHIPMENT.shipment_id })}`;
export const LABEL_FILE = `GET ${path(API.labelFile, { id: SHIPMENT.shipment_id })}`;

export const confirmed = (answer: ConfirmTestPaymentAnswer) => json(answer);
export const declined = (message: string, code = 'card_declined') =>
  confirmed({ status: 'requires_payment_method', error: { code, declineCode: null, message } });

export const LABEL_ANSWER: LabelAnswer = {
  transactionId: SHIPMENT.shipment_id,
  labelStatus: 'ready',
  tracking_number: SHIPMENT.tracking_number,
  trackingNumber: SHIPMENT.tracking_number,
  labelUrl: null,
  rate: { carrier: 'USPS', service: 'Ground Advantage', amount: 12.87, currency: 'USD' },
};

/** A payment that succeeds and a label that is ready immediately. */
export const PURCHASE_ANSWERS: Answers = {
  [INTENT]: () => json({ clientSecret: `${PAYMENT_ID}_secret`, amount: 1287, paymentIntentId: PAYMENT_ID }),
  [CONFIRM]: () => confirmed({ status: 'succeeded' }),
  [LABEL]: () => json(LABEL_ANSWER),
  [TRANSACTION]: () => json({ transaction: SHIPMENT }),
  [LABEL_FILE]: labelImage,
};

export async function typeCard(number = '4242424242424242') {
  await field('Card number').fill(number);
  await field('Expiration date').fill('1230');
  await field('Security code').fill('123');
}
