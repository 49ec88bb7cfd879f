import type { AdminShipmentDetails } from '@lading/contract/admin-shipments.ts';
import { API } from '@lading/contract/routes.ts';
import { TransactionAnswerSchema } from '@lading/contract/shipments.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { buyDeclared, CPF, MASKED_CPF, toBerlin, toSaoPaulo } from '../../../test/customs.ts';
import { aDeclaration, anItem } from '../../../test/declared-goods.ts';
import { makeOperator } from '../../../test/operator.ts';
import { boughtLabel, buy, call, makeShop, ratesFor, type Shop } from '../../../test/shipping.ts';
import type { LabelProvider, RateLine } from '../../providers/label-providers/port.ts';

let test: TestApp;
let shop: Shop;
let added: RateLine[] = [];

/** Adds priced extras to every rate. */
function addExtras(provider: LabelProvider): void {
  const rates = provider.rates.bind(provider);
  provider.rates = async (request) => {
    const answer = await rates(request);
    const cents = added.reduce((sum, line) => sum + line.cents, 0);
    return {
      ...answer,
      rates: answer.rates.map((rate) => ({
        ...rate,
        costCents: rate.costCents + cents,
        lines: [...rate.lines, ...added],
      })),
    };
  };
}

beforeAll(async () => {
  test = await buildTestApp({}, (deps) => addExtras(deps.labelProvider));
  shop = await makeShop(test);
});
afterAll(() => test.close());

const transaction = async (id: string) => {
  const answer = await call(test, shop, 'GET', API.transaction.replace(':id', id));
  expect(TransactionAnswerSchema.safeParse(answer.json()).success).toBe(true);
  return answer.json().transaction;
};

const detailsOf = async (id: string): Promise<AdminShipmentDetails> =>
  (await call(test, await makeOperator(test), 'GET', API.adminShipment.replace(':id', id))).json();

const NO_EXTRAS = { signature: 'none', insuredValue: 0, saturdayDelivery: false, batteries: 'none' };

describe('a shipment with a declaration', () => {
  it('shows what was declared, the total and the export filing, to client and operator', async () => {
    const id = await buyDeclared(
      test,
      shop,
      toSaoPaulo(
        aDeclaration({
          invoiceNumber: 'INV-7',
          senderTaxId: { kind: 'other', number: '12-3456789' },
          recipientTaxId: { kind: 'BR-CPF', number: CPF },
          items: [
            anItem(),
            anItem({ description: 'Brass bell', quantity: 1, unitValue: 0.1, hsCode: '830610' }),
          ],
        }),
        { extras: { signature: 'standard', insuredValue: 20 } },
      ),
    );
    const shown = {
      customs: {
        contentsType: 'merchandise',
        contentsExplanation: '',
        nonDelivery: 'return',
        signer: 'Ada Park',
        needsLicense: false,
        itn: '',
        incoterm: 'DDU',
        invoiceNumber: 'INV-7',
        senderTaxId: { kind: 'other', number: '••••••••89' },
        recipientTaxId: { kind: 'BR-CPF', number: MASKED_CPF },
        items: [
          { ...anItem(), hsCode: '340600' },
          { ...anItem(), description: 'Brass bell', quantity: 1, unitValue: 0.1, hsCode: '830610' },
        ],
        totalValue: 25.1,
        exportFiling: 'NOEEI 30.37(a)',
      },
      extras: { ...NO_EXTRAS, signature: 'standard', insuredValue: 20 },
    };
    expect(await transaction(id)).toMatchObject(shown);
    const details = await detailsOf(id);
    expect(details.shipment).toMatchObject(shown);
    for (const number of [CPF, CPF.replaceAll(/\D/g, ''), '12-3456789', '"sealed"'])
      expect(JSON.stringify(details)).not.toContain(number);
  });

  it('shows its documents and the prices of its extras to the operator', async () => {
    added = [{ text: 'Signature', cents: 395, extra: true }];
    const id = await buyDeclared(test, shop, toBerlin(aDeclaration(), { extras: { signature: 'standard' } }));
    added = [];
    const { documents } = await transaction(id);
    expect(documents.length).toBeGreaterThan(0);
    const { shipment, quote } = await detailsOf(id);
    expect(shipment.documents).toEqual(documents);
    expect(quote.extras).toContainEqual({ text: 'Signature', amount: 3.95 });
    const plain = await detailsOf((await boughtLabel(test, shop)).transactionId);
    expect([plain.shipment.documents, plain.quote.extras]).toEqual([undefined, undefined]);
  });

  it('shows an ITN as the filing', async () => {
    const customs = aDeclaration({ itn: 'aes x20261116123456', items: [anItem({ unitValue: 2600 })] });
    const { customs: shown } = await transaction(await buyDeclared(test, shop, toBerlin(customs)));
    expect([shown.itn, shown.exportFiling]).toEqual(['X20261116123456', 'AES X20261116123456']);
  });

  it('has no declaration in its answer if the client made none', async () => {
    const shown = await transaction((await boughtLabel(test, shop)).transactionId);
    expect([shown.customs, shown.extras]).toEqual([undefined, undefined]);
  });

  it('is bought only as it was quoted', async () => {
    const [rate] = await ratesFor(test, shop, toBerlin());
    for (const changed of [
      toBerlin(aDeclaration({ items: [anItem({ unitValue: 12 })] })),
      toBerlin(aDeclaration(), { extras: { signature: 'adult' } }),
      toBerlin(undefined, { customs: undefined }),
    ]) {
      const answer = await buy(test, shop, rate?.objectId ?? '', changed);
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'RATE_DIFFERS']);
    }
  });
});

describe('the price of an extra', () => {
  const commission = (markup_type: 'percentage' | 'flat_rate', markup_value: number) =>
    test.deps.db.updateTable('global_pricing').set({ markup_type, markup_value }).execute();
  let initial: Parameters<typeof commission>;
  beforeAll(async () => {
    const pricing = await test.deps.db.selectFrom('global_pricing').selectAll().executeTakeFirstOrThrow();
    initial = [pricing.markup_type, pricing.markup_value];
  });
  afterAll(() => commission(...initial));
  const LINES: RateLine[] = [
    { text: 'Fuel', cents: 100 },
    { text: 'Signature', cents: 395, extra: true },
    { text: 'Insurance for $20.00', cents: 101, extra: true },
  ];

  it.each([
    ['percentage', 1250, [4.44, 1.14]],
    ['flat_rate', 200, [3.95, 1.01]],
  ] as const)(
    'includes a commission of type %s, and the amount includes the extra',
    async (type, value, amounts) => {
      await commission(type, value);
      added = [];
      const plain = await ratesFor(test, shop);
      added = LINES;
      const rates = await ratesFor(test, shop);
      added = [];
      expect(plain.every(({ extras }) => extras === undefined)).toBe(true);
      expect(rates.length).toBeGreaterThan(0);
      for (const { extras } of rates)
        expect(extras).toEqual([
          { text: 'Signature', amount: amounts[0] },
          { text: 'Insurance for $20.00', amount: amounts[1] },
        ]);
    },
  );
});
