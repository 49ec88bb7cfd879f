import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { toBerlin, toSaoPaulo } from '../../../test/customs.ts';
import { aDeclaration, anItem } from '../../../test/declared-goods.ts';
import { ledgerSnapshot } from '../../../test/ledger-snapshot.ts';
import { aShipment, call, makeShop, type Shop } from '../../../test/shipping.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
});
afterAll(() => test.close());

const quote = (shipment: object) => call(test, shop, 'POST', API.rates, { ...shipment, detailed: true });

describe('a declaration that customs would not accept', () => {
  const cases: [string, object, { path: string; message: string }[]][] = [
    [
      'goods without an HS code',
      toBerlin(aDeclaration({ items: [anItem(), anItem({ hsCode: '' })] })),
      [{ path: 'customs.items.1.hsCode', message: CUSTOMS.hsRequired }],
    ],
    [
      'items that weigh more than the parcel',
      toBerlin(aDeclaration({ items: [anItem({ unitWeight: 17 })] })),
      [{ path: 'customs.items', message: CUSTOMS.itemsHeavierThanParcel }],
    ],
    [
      'an expensive item without an ITN',
      toBerlin(aDeclaration({ items: [anItem({ unitValue: 1250.01 })] })),
      [{ path: 'customs.itn', message: CUSTOMS.itnRequired }],
    ],
    [
      'other contents without an explanation',
      toBerlin(aDeclaration({ contentsType: 'other' })),
      [{ path: 'customs.contentsExplanation', message: CUSTOMS.explanationRequired }],
    ],
    [
      'a parcel to Brazil without a tax ID',
      toSaoPaulo(),
      [{ path: 'customs.recipientTaxId.number', message: CUSTOMS.taxIdRequired }],
    ],
    [
      'a destination under sanctions',
      toBerlin(aDeclaration(), { receiver: { ...toBerlin().receiver, city: 'Havana', country: 'CU' } }),
      [{ path: 'receiver.country', message: CUSTOMS.embargo }],
    ],
    [
      'insurance above the declared value',
      toBerlin(aDeclaration(), { extras: { insuredValue: 25.01 } }),
      [{ path: 'extras.insuredValue', message: CUSTOMS.insuranceAboveValue }],
    ],
    [
      'several problems',
      toBerlin(aDeclaration({ contentsType: 'other', itn: 'X1' }), { extras: { insuredValue: 26 } }),
      [
        { path: 'customs.contentsExplanation', message: CUSTOMS.explanationRequired },
        { path: 'customs.itn', message: CUSTOMS.itnInvalid },
        { path: 'extras.insuredValue', message: CUSTOMS.insuranceAboveValue },
      ],
    ],
    [
      'an item without a value',
      toBerlin(aDeclaration({ items: [anItem({ unitValue: 0 })] })),
      [{ path: 'customs.items.0.unitValue', message: CUSTOMS.valueZero }],
    ],
    [
      'a vague description',
      toBerlin(aDeclaration({ items: [anItem({ description: 'Gift' })] })),
      [{ path: 'customs.items.0.description', message: CUSTOMS.descriptionVague }],
    ],
  ];

  it.each(cases)('is rejected with a field error: %s', async (_case, shipment, fields) => {
    const before = await ledgerSnapshot(test);
    const answer = await quote(shipment);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { error: 'VALIDATION_FAILED', message: fields[0]?.message, fields },
    ]);
    expect(answer.json().fields).toHaveLength(fields.length);
    expect(await ledgerSnapshot(test)).toEqual(before);
  });
});

describe('a complete declaration', () => {
  it.each([
    ['to Berlin', toBerlin(aDeclaration(), { extras: { insuredValue: 25 } })],
    [
      'with as many items as allowed',
      toBerlin(
        aDeclaration({
          items: Array.from({ length: 100 }, (_, index) =>
            anItem({ description: `Ä${index} `.padEnd(100, 'ö'), sku: '京'.repeat(60), unitWeight: 0.1 }),
          ),
        }),
      ),
    ],
    ['within the country, where none is needed', aShipment({ customs: aDeclaration() })],
  ])('is accepted %s', async (_case, shipment) => {
    const answer = await quote(shipment);
    expect(answer.statusCode, answer.body).toBe(200);
  });
});
