import { describe, expect, it } from 'vitest';
import { readOutsideJson } from '../../../../test/outside/outside.ts';
import { OrderSchema } from './ebay-answers.ts';
import { shopOrderOf } from './ebay-mapping.ts';

type Fields = Record<string, unknown>;
const { ebay: SAMPLE } = readOutsideJson<{
  ebay: Fields & { fulfillmentStartInstructions: [Fields & { shippingStep: Fields }]; lineItems: Fields[] };
}>('order-samples.json');
const [INSTRUCTION] = SAMPLE.fulfillmentStartInstructions;

const read = (changes: Fields = {}) => shopOrderOf(OrderSchema.parse({ ...SAMPLE, ...changes }), []);
const instructed = (changes: Fields) =>
  read({ fulfillmentStartInstructions: [{ ...INSTRUCTION, ...changes }] });
const shipped = (changes: Fields) =>
  instructed({ shippingStep: { ...INSTRUCTION.shippingStep, ...changes } });

describe('an eBay order', () => {
  it.each([
    ['NOT_STARTED', 'PAID', 'NONE_REQUESTED', 'open', 'yes', []],
    ['IN_PROGRESS', 'PAID', 'NONE_REQUESTED', 'partly_shipped', 'yes', []],
    ['FULFILLED', 'PAID', 'NONE_REQUESTED', 'shipped', 'yes', []],
    ['NOT_STARTED', 'PENDING', 'NONE_REQUESTED', 'open', 'no', []],
    ['NOT_STARTED', 'FAILED', 'NONE_REQUESTED', 'open', 'no', []],
    ['NOT_STARTED', 'PARTIALLY_REFUNDED', 'NONE_REQUESTED', 'open', 'yes', ['Partially refunded']],
    ['NOT_STARTED', 'FULLY_REFUNDED', 'NONE_REQUESTED', 'cancelled', 'yes', []],
    ['FULFILLED', 'FULLY_REFUNDED', 'NONE_REQUESTED', 'shipped', 'yes', []],
    ['NOT_STARTED', 'PAID', 'IN_PROGRESS', 'on_hold', 'yes', ['Cancellation requested']],
    ['FULFILLED', 'PAID', 'IN_PROGRESS', 'shipped', 'yes', ['Cancellation requested']],
    ['NOT_STARTED', 'FULLY_REFUNDED', 'CANCELED', 'cancelled', 'yes', []],
    ['PACKED', 'PAID', 'NONE_REQUESTED', 'on_hold', 'yes', ['Status: PACKED']],
    ['NOT_STARTED', 'IN_CRYPTO', 'NONE_REQUESTED', 'open', 'unknown', ['Payment: IN_CRYPTO']],
  ])('%s, %s, cancellation %s is %s', (status, payment, cancelState, state, paid, tags) => {
    const order = read({
      orderFulfillmentStatus: status,
      orderPaymentStatus: payment,
      cancelStatus: { cancelState, cancelRequests: [] },
      anExtraField: [1],
    });
    expect(order).toMatchObject({ state, paid, tags });
    const isOver = state === 'shipped' || state === 'cancelled';
    expect(order.items.map(({ remaining }) => remaining)).toEqual(isOver ? [0, 0] : [2, 1]);
  });

  it('goes to the hub with International Shipping', () => {
    const hub = { fullName: 'Ada Park', contactAddress: { addressLine1: '4100 Hub Way', countryCode: 'US' } };
    const order = instructed({
      ebaySupportedFulfillment: true,
      finalDestinationAddress: { addressLine1: '1 High St', countryCode: 'GB' },
      shippingStep: { ...INSTRUCTION.shippingStep, shipTo: hub, shipToReferenceId: 'ABC123' },
    });
    expect(order).toMatchObject({
      recipient: { line1: '4100 Hub Way', line3: 'Reference ABC123', country: 'US', phone: '', email: '' },
      tags: ['eBay International Shipping'],
    });
  });

  it('has no recipient after eBay removed the name and the street', () => {
    const rest = { contactAddress: { city: 'Austin', postalCode: '78704', countryCode: 'US' } };
    for (const order of [shipped({ shipTo: rest }), shipped({ shipTo: null })])
      expect(order).toMatchObject({ recipient: null, recipientWithheld: 'expired' });
  });

  it.each([
    [{ fulfillmentInstructionsType: 'DIGITAL', shippingStep: null }, {}, 'digital'],
    [{ fulfillmentInstructionsType: 'PREPARE_FOR_PICKUP', shippingStep: null }, {}, 'pickup'],
    [{ fulfillmentInstructionsType: 'FULFILLED_BY_EBAY' }, {}, 'fulfilled_by_others'],
    [{}, { program: { fulfillmentProgram: { fulfilledBy: 'EBAY' } } }, 'fulfilled_by_others'],
    [{}, { program: { ebayShipping: { shippingLabelProvidedBy: 'EBAY' } } }, 'fulfilled_by_others'],
    [{ fulfillmentInstructionsType: 'BY_DRONE' }, { program: {} }, null],
  ])('with %o and %o has nothing to ship: %s', (instruction, changes, reason) => {
    const order = read({ fulfillmentStartInstructions: [{ ...INSTRUCTION, ...instruction }], ...changes });
    expect(order).toMatchObject({ nothingToShip: reason, recipientWithheld: null });
  });

  it('takes the earliest date of what is not shipped, and discounted prices', () => {
    const [mug, tea] = SAMPLE.lineItems;
    const by = (shipByDate: string, rest: Fields = {}) => ({
      lineItemFulfillmentInstructions: { shipByDate },
      ...rest,
    });
    const lineItems = [
      {
        ...mug,
        ...by('2026-11-20T07:59:59.000Z'),
        discountedLineItemCost: { value: '30.00', currency: 'USD' },
      },
      { ...tea, ...by('2026-11-16T07:59:59.000Z', { lineItemFulfillmentStatus: 'FULFILLED' }) },
    ];
    expect(read({ lineItems, orderFulfillmentStatus: 'IN_PROGRESS' })).toMatchObject({
      shipBy: new Date('2026-11-19T12:00:00Z'),
      items: [{ unitPriceCents: 1500, remaining: 2 }, { remaining: 0 }],
    });
    expect(
      read({ lineItems: [{ ...mug, quantity: 0 }, by('soon', { lineItemId: '1', quantity: 1 })] }),
    ).toMatchObject({
      shipBy: new Date('2026-11-16T12:00:00Z'),
      items: [{ externalId: '1', unitPriceCents: 0 }],
    });
  });

  it.each([
    ['California', '2026-11-17T07:59:59.000Z', '2026-11-16'],
    ['Texas in summer', '2026-06-23T04:59:59.000Z', '2026-06-22'],
    ['Hawaii', '2026-11-17T09:59:59.000Z', '2026-11-16'],
    ['Germany in summer', '2026-09-24T21:59:59.000Z', '2026-09-24'],
    ['Sydney in summer', '2026-11-16T12:59:59.000Z', '2026-11-16'],
  ])('of a seller in %s with %s ships by %s', (_place, shipByDate, day) => {
    const instructions = { lineItemFulfillmentInstructions: { shipByDate } };
    const lineItems = SAMPLE.lineItems.map((item) => ({ ...item, ...instructions }));
    expect(read({ lineItems }).shipBy).toEqual(new Date(`${day}T12:00:00Z`));
  });
});
