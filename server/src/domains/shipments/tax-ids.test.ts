import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { work } from '../../../test/bulk.ts';
import { buyDeclared, CPF, MASKED_CPF, toSaoPaulo } from '../../../test/customs.ts';
import { aDeclaration } from '../../../test/declared-goods.ts';
import { tablesIn, tracesOf } from '../../../test/personal-traces.ts';
import {
  buildFaultyApp,
  buy,
  call,
  centsOfRate,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  pay,
  ratesFor,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { installationSecrets } from '../../platform/db/installation-secret.ts';
import { SealedSecrets } from '../../platform/sealed-secrets.ts';
import type { LabelOrder, LabelProvider } from '../../providers/label-providers/port.ts';

let faulty: FaultyApp;
let shop: Shop;
const orders: LabelOrder[] = [];

/** Notes what the label provider gets. */
function noting(provider: LabelProvider): LabelProvider {
  const buyLabel = provider.buyLabel.bind(provider);
  provider.buyLabel = (order) => {
    orders.push(order);
    return buyLabel(order);
  };
  return provider;
}

beforeAll(async () => {
  faulty = await buildFaultyApp({ requestWaitMs: 0 }, noting);
  shop = await makeShop(faulty.test);
});
afterAll(() => faulty.test.close());

const EIN = '12-3456789';
const declared = (number = CPF) =>
  toSaoPaulo(
    aDeclaration({
      senderTaxId: { kind: 'other', number: EIN },
      recipientTaxId: { kind: 'BR-CPF', number },
    }),
  );

/** A rate that is paid for. */
async function paidFor(shipment: ReturnType<typeof declared>): Promise<string> {
  const [rate] = await ratesFor(faulty.test, shop, shipment);
  const rateId = rate?.objectId ?? '';
  await pay(faulty.test, shop, centsOfRate(rate), [rateId]);
  return rateId;
}

describe('tax IDs', () => {
  it('are encrypted at rest, absent from logs, and sent to the label provider', async () => {
    const { test } = faulty;
    const id = await buyDeclared(test, shop, declared());
    expect(orders.at(-1)?.customs).toMatchObject({
      senderTaxId: { kind: 'other', number: EIN },
      recipientTaxId: { kind: 'BR-CPF', number: CPF },
    });
    const { declaration } = await test.deps.db
      .selectFrom('shipments')
      .select('declaration')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(declaration?.customs?.recipientTaxId).toEqual({
      kind: 'BR-CPF',
      sealed: expect.stringMatching(/^[\w+/]{40,}=*$/),
      masked: MASKED_CPF,
    });
    // Documents for customs show the number, and they are stored with the label.
    const documents = /^(?:public\.shipment_(?:labels|documents)|sandbox\.carrier_purchases)$/;
    const marks = [CPF, EIN, CPF.replaceAll(/\D/g, '')];
    expect(
      tablesIn(await tracesOf(test.ownerUrl, marks)).filter((table) => !documents.test(table ?? '')),
    ).toEqual([]);
    for (const mark of marks) expect(test.logText()).not.toContain(mark);
    for (const url of [API.history, API.transaction.replace(':id', id), API.accountExport])
      for (const mark of marks) expect((await call(test, shop, 'GET', url)).body).not.toContain(mark);
  });

  it('cannot be guessed from the hash of the quote, and must still match it', async () => {
    const { test } = faulty;
    const rateId = await paidFor(declared());
    // Another valid CPF with the same check digits.
    const sameMask = '111.444.920-25';
    for (const other of [sameMask, '12345678900']) {
      const shipments = [{ ...declared(other), rateId }];
      for (const answer of [
        await buy(test, shop, rateId, declared(other)),
        await call(test, shop, 'POST', API.bulkLabels, { shipments }),
      ])
        expect([answer.statusCode, answer.json().error]).toEqual([409, 'RATE_DIFFERS']);
    }
    const { rows } = await sql<{ hashes: number }>`
      SELECT count(DISTINCT request_hash) AS hashes FROM quote_requests WHERE id IN (
        SELECT request_id FROM quotes WHERE id IN (${rateId}, ${(await ratesFor(test, shop, declared(sameMask)))[0]?.objectId}))`.execute(
      test.deps.db,
    );
    expect(rows).toEqual([{ hashes: 1 }]);
    expect((await buy(test, shop, rateId, declared())).statusCode).toBe(200);
  });

  it('are decrypted for labels that are bought in one call', async () => {
    const { test } = faulty;
    const rateId = await paidFor(declared());
    const { sender, receiver } = declared();
    const shipments = [{ rateId, sender, receiver }];
    const answer = await call(test, shop, 'POST', API.bulkLabels, { shipments });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    await work(test);
    const again = await call(test, shop, 'POST', API.bulkLabels, { shipments });
    expect(again.json()).toMatchObject({ finished: true, successful: 1 });
    expect(orders.at(-1)?.customs?.recipientTaxId?.number).toBe(CPF);
  });

  it('can be decrypted with the old key after it was replaced', async () => {
    const { test } = faulty;
    const rateId = await paidFor(declared());
    const owner = new pg.Client({ connectionString: test.ownerUrl });
    await owner.connect();
    await owner.query(
      `INSERT INTO installation_secrets (name, secret) VALUES ('tax-ids:2', decode(repeat('ab', 32), 'hex'))`,
    );
    await owner.end();
    test.deps.taxIdSecrets = new SealedSecrets(installationSecrets(test.deps.db, 'tax-ids'));
    expect((await buy(test, shop, rateId, declared())).statusCode).toBe(200);
    expect(orders.at(-1)?.customs?.recipientTaxId?.number).toBe(CPF);
    await buyDeclared(test, shop, declared());
  });

  it('are masked when the label provider repeats them in its reason', async () => {
    const { test } = faulty;
    const rateId = await paidFor(declared());
    const { labelProvider } = test.deps;
    const { buyLabel, rates } = labelProvider;
    labelProvider.buyLabel = async () => ({
      outcome: 'refused',
      text: `Tax ID ${CPF} is not valid.`,
      original: `importer ${CPF.replaceAll(/\D/g, '')} / exporter ${EIN} rejected`,
    });
    labelProvider.rates = async () => ({
      rates: [],
      messages: [{ carrier: 'DHL', text: `Tax ID ${CPF} is not valid.` }],
    });
    const { transactionId } = (await buy(test, shop, rateId, declared())).json();
    const { body } = await call(test, shop, 'GET', API.transaction.replace(':id', transactionId));
    const { detail } = await test.deps.db
      .selectFrom('purchase_attempts')
      .select('detail')
      .where('shipment_id', '=', transactionId)
      .executeTakeFirstOrThrow();
    expect(detail).toBe('importer •••••••••25 / exporter ••••••••89 rejected');
    const refusal = await call(test, shop, 'POST', API.rates, declared());
    expect(refusal.body).toContain(`Tax ID ${MASKED_CPF} is not valid.`);
    for (const text of [body, refusal.body, test.logText()]) expect(text).not.toContain(CPF);
    Object.assign(labelProvider, { buyLabel, rates });
  });

  it('that cannot be decrypted stop the order, and the money is refunded', async () => {
    const { test } = faulty;
    const rateId = await paidFor(declared());
    const { taxIdSecrets } = test.deps;
    // The request is compared with the quote before, so the key disappears after that.
    let opened = 0;
    const open: SealedSecrets['open'] = async (userId, sealed) => {
      opened += 1;
      if (opened > 2) throw new Error('The sealed secret was sealed with another key');
      return taxIdSecrets.open(userId, sealed);
    };
    test.deps.taxIdSecrets = { open } as SealedSecrets;
    const sent = orders.length;
    const answer = await buy(test, shop, rateId, declared());
    expect([answer.statusCode, answer.json().labelStatus]).toEqual([202, 'processing']);
    expect(test.logText()).toContain('purchase.tax_ids_unreadable');
    await sweepFor(test, minutes(60), minutes(2));
    const { labelStatus } = (
      await call(test, shop, 'GET', API.transaction.replace(':id', answer.json().transactionId))
    ).json().transaction;
    expect([labelStatus, orders.length]).toEqual(['refunded', sent]);
    test.deps.taxIdSecrets = taxIdSecrets;
    await expectConsistentLedger(test);
  });
});
