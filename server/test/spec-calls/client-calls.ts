import { type SpecCaller, textAt } from './spec-caller.ts';
import { CARDS, ENVELOPE, PACKAGE, PROFILE, RECIPIENT, SENDER, UNKNOWN_ID } from './spec-samples.ts';

const PASSWORD = 'eight chars';

export interface Client {
  email: string;
  password: string;
  token: string;
}

export interface Bought extends Client {
  shipmentId: string;
  trackingNumber: string;
}

interface Rate {
  objectId: string;
  amount: number;
}

/** Sign-up, sign-in and the check of the session, with the errors that the specification names. */
export async function signUp(caller: SpecCaller, email: string): Promise<Client> {
  const person = { email, password: PASSWORD, full_name: 'Ada Park', phone: '5035550142' };
  const register = (name: string, body: object) => caller.call(name, 'POST /api/auth/register', { body });
  await register('sign up without a name', { ...person, full_name: '' });
  await register('sign up without an email address', { ...person, email: '' });
  await register('sign up with an unusable email address', { ...person, email: 'ada' });
  await register('sign up with a short password', { ...person, password: 'seven c' });
  await register('sign up with nothing', {});
  await register('sign up', person);
  await register('sign up again', person);
  const logIn = (name: string, body: object) => caller.call(name, 'POST /api/auth/login', { body });
  await logIn('log in without a password', { email });
  await logIn('log in with a wrong password', { email, password: 'another one' });
  await logIn('log in with an unknown address', { email: `no-${email}`, password: PASSWORD });
  const token = textAt(await logIn('log in', { email, password: PASSWORD }), 'token');
  await caller.call('check the session', 'GET /api/auth/verify', { token });
  await caller.call('check the session without a token', 'GET /api/auth/verify');
  await caller.call('check an unknown session', 'GET /api/auth/verify', { token: 'no-such-token' });
  return { email, password: PASSWORD, token };
}

/** A client with the fewest fields: no phone. */
export async function signUpWithoutPhone(caller: SpecCaller, email: string): Promise<Client> {
  const body = { email, password: PASSWORD, full_name: 'Ben Ortiz' };
  await caller.call('sign up without a phone', 'POST /api/auth/register', { body });
  const answer = await caller.call('log in as the second client', 'POST /api/auth/login', { body });
  return { email, password: PASSWORD, token: textAt(answer, 'token') };
}

export async function useProfile(caller: SpecCaller, { token }: Client): Promise<void> {
  const address = PROFILE.defaultAddress;
  const save = (name: string, body: object) => caller.call(name, 'PUT /api/shippo/profile', { token, body });
  await caller.call('show a new profile', 'GET /api/shippo/profile', { token });
  await save('save the profile', PROFILE);
  await save('save a profile without a name', { ...PROFILE, fullName: '' });
  await save('save a profile without a phone', { ...PROFILE, phone: '' });
  await save('save a profile with a short phone', { ...PROFILE, phone: '503555' });
  for (const field of ['address', 'city', 'state', 'zipCode'])
    await save(`save a profile without ${field}`, {
      ...PROFILE,
      defaultAddress: { ...address, [field]: '' },
    });
  await save('save a profile in another country', {
    ...PROFILE,
    defaultAddress: { ...address, country: 'DE' },
  });
  await caller.call('show the saved profile', 'GET /api/shippo/profile', { token });
  await caller.call('show a profile without a session', 'GET /api/shippo/profile');
}

export async function verifyAddresses(caller: SpecCaller, { token }: Client): Promise<void> {
  const address = { street1: '1120 SW 5th Ave', city: 'Portland', state: 'OR', zip: '97204', country: 'US' };
  const validate = (name: string, body: object) =>
    caller.call(name, 'POST /api/shippo/validate', { token, body });
  await validate('verify an address', address);
  await validate('verify an address that is written differently', {
    ...address,
    street1: '1120 southwest 5th avenue',
    city: 'portland',
  });
  await validate('verify an address whose ZIP code is elsewhere', { ...address, zip: '78701' });
  await validate('verify an address with an unknown ZIP code', { ...address, zip: '00000' });
  await validate('verify an address without a street', { ...address, street1: '' });
  await validate('verify a Canadian address', {
    street1: '290 Bremner Blvd',
    city: 'Toronto',
    state: 'ON',
    zip: 'M5V 3L9',
    country: 'CA',
  });
  await caller.call('verify an address without a session', 'POST /api/shippo/validate', { body: address });
}

/** Every package type, and a request for each error. */
export async function requestRates(
  caller: SpecCaller,
  { token }: Client,
  shippingDate: string,
): Promise<void> {
  const plain = { sender: SENDER, receiver: RECIPIENT, package: PACKAGE, shippingDate };
  const rates = (name: string, body: object) => caller.call(name, 'POST /api/shippo/rates', { token, body });
  await caller.call('list carriers', 'GET /api/shippo/carriers', { token });
  await rates('rates of a package', plain);
  await rates('rates of an envelope', { ...plain, package: ENVELOPE });
  await rates('rates of a tube', { ...plain, package: { ...PACKAGE, type: 'tube' } });
  await rates('rates of a pallet', { ...plain, package: { ...PACKAGE, type: 'pallet', weight: 300 } });
  await rates('rates of a package that is too heavy', { ...plain, package: { ...PACKAGE, weight: 900 } });
  for (const field of ['fullName', 'email', 'address', 'city', 'state', 'zipCode', 'phone']) {
    await rates(`rates without the sender's ${field}`, { ...plain, sender: { ...SENDER, [field]: '' } });
    await rates(`rates without the recipient's ${field}`, {
      ...plain,
      receiver: { ...RECIPIENT, [field]: '' },
    });
  }
  for (const phone of ['+15035550142', '0015035550142', '503555014', '(503) 555-0142'])
    await rates(`rates with the phone ${phone}`, { ...plain, sender: { ...SENDER, phone } });
  for (const field of ['weight', 'length', 'width', 'height'])
    await rates(`rates without ${field}`, { ...plain, package: { ...PACKAGE, [field]: undefined } });
  await rates('rates of an unknown package type', { ...plain, package: { ...PACKAGE, type: 'crate' } });
  await rates('rates in other units', { ...plain, package: { ...PACKAGE, distance_unit: 'cm' } });
  await rates('rates without a shipping date', { ...plain, shippingDate: undefined });
  await rates('rates for a past shipping date', { ...plain, shippingDate: '2020-01-02' });
  await caller.call('rates without a session', 'POST /api/shippo/rates', { body: plain });
}

async function ratesFor(caller: SpecCaller, token: string, body: object): Promise<Rate[]> {
  return (await caller.call('rates to buy', 'POST /api/shippo/rates', { token, body })) as Rate[];
}

async function pay(caller: SpecCaller, token: string, amount: number): Promise<void> {
  const intent = await caller.call('start a payment', 'POST /api/shippo/create-payment-intent', {
    token,
    body: { amount, description: 'Shipping label' },
  });
  const clientSecret = textAt(intent, 'clientSecret');
  const confirm = (name: string, card: object) =>
    caller.call(name, `POST /api/test-gateway/payment-intents/${textAt(intent, 'paymentIntentId')}/confirm`, {
      body: { clientSecret, card },
    });
  await confirm('pay with a card that is declined', CARDS.declined);
  await confirm('pay', CARDS.good);
}

const centsOf = ({ amount }: Rate): number => Math.round(amount * 100);

/** From rates to a label, with the plain calls: the payment names no rate. */
export async function buyLabel(caller: SpecCaller, client: Client, shippingDate: string): Promise<Bought> {
  const { token } = client;
  const plain = { sender: SENDER, receiver: RECIPIENT, package: PACKAGE, shippingDate };
  const [rate] = await ratesFor(caller, token, plain);
  if (!rate) throw new Error('No rate');
  const intent = (name: string, body: object) =>
    caller.call(name, 'POST /api/shippo/create-payment-intent', { token, body });
  await intent('start a payment of nothing', { amount: 0, description: 'Shipping label' });
  await intent('start a payment without an amount', { description: 'Shipping label' });
  await intent('start a payment in fractions of a cent', { amount: 12.5, description: 'Shipping label' });
  await caller.call('start a payment without a session', 'POST /api/shippo/create-payment-intent', {
    body: { amount: 1000, description: 'Shipping label' },
  });
  const label = (name: string, body: object) => caller.call(name, 'POST /api/shippo/label', { token, body });
  const order = { ...plain, rateId: rate.objectId, internalNotes: 'Order 17' };
  await label('buy a label without a rate', { ...order, rateId: undefined });
  await label('buy a label of an unknown rate', { ...order, rateId: UNKNOWN_ID });
  await label('buy a label that is not paid for', order);
  await pay(caller, token, centsOf(rate));
  await label('buy a label for another parcel', { ...order, package: { ...PACKAGE, weight: 20 } });
  const bought = await label('buy a label', order);
  await label('buy the same label again', order);
  const shipmentId = textAt(bought, 'transactionId');
  const trackingNumber = textAt(bought, 'trackingNumber');
  caller.rename(trackingNumber, '<tracking number>');
  await caller.call('download a label', `GET /api/shippo/labels/${shipmentId}`, { token });
  return { ...client, shipmentId, trackingNumber };
}

export async function lookUpShipments(caller: SpecCaller, { token, shipmentId }: Bought, other: Client) {
  const transaction = (name: string, id: string, reader?: string) =>
    caller.call(name, `GET /api/shippo/transaction/${id}`, { token: reader });
  await transaction('show a transaction', shipmentId, token);
  await transaction('show an unknown transaction', UNKNOWN_ID, token);
  await transaction("show another client's transaction", shipmentId, other.token);
  await transaction('show a transaction without a session', shipmentId);
  await caller.call('show the history', 'GET /api/shippo/history', { token });
  await caller.call('show an empty history', 'GET /api/shippo/history', { token: other.token });
  await caller.call('show the history without a session', 'GET /api/shippo/history');
}

/** Two labels with one payment for their sum. They are equal, because it is not defined which one is bought first. */
export async function buyInBulk(caller: SpecCaller, { token }: Client, shippingDate: string): Promise<void> {
  const shipments = [];
  let cents = 0;
  const shipment = { sender: SENDER, receiver: RECIPIENT, package: PACKAGE, shippingDate };
  for (const _ of [1, 2]) {
    const [rate] = await ratesFor(caller, token, shipment);
    if (!rate) throw new Error('No rate');
    shipments.push({ ...shipment, rateId: rate.objectId });
    cents += centsOf(rate);
  }
  const buy = (name: string, body: object) =>
    caller.call(name, 'POST /api/shippo/bulk-labels', { token, body });
  await buy('buy no labels in bulk', { shipments: [] });
  await buy('buy labels in bulk that are not paid for', { shipments });
  await buy('buy labels of an unknown rate in bulk', { shipments: [{ rateId: UNKNOWN_ID }] });
  await pay(caller, token, cents);
  const bought = await buy('buy labels in bulk', { shipments });
  for (const index of [0, 1])
    caller.rename(textAt(bought, 'results', index, 'transaction', 'trackingNumber'), '<tracking number>');
  await caller.call('buy labels in bulk without a session', 'POST /api/shippo/bulk-labels', {
    body: { shipments },
  });
}
