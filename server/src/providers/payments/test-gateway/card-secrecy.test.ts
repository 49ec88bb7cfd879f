import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestGateway, cardOf, type GatewayBench } from '../../../../test/build-test-gateway.ts';
import { TEST_CARDS } from './test-cards.ts';

/** Valid numbers that are not test cards, so they look like real ones. */
const REAL_LOOKING = [
  '4111 1111 1111 1111',
  '5105 1051 0510 5100',
  '3714 496353 98431',
  '4539 1488 0343 6467',
];

let bench: GatewayBench;
beforeAll(async () => {
  bench = await buildTestGateway();
});
afterAll(() => bench.close());

async function everyRow(): Promise<string> {
  const tables = await sql<{ name: string }>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname = 'sandbox' AND tablename LIKE 'gateway%'`.execute(bench.db);
  expect(tables.rows).toHaveLength(8);
  const rows = await Promise.all(
    tables.rows.map(({ name }) => sql`SELECT * FROM ${sql.raw(name)}`.execute(bench.db)),
  );
  return JSON.stringify(rows.flatMap((result) => result.rows));
}

/** A separate run of 13 to 19 digits, with or without gaps. */
const CARD_NUMBER = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/;

describe('card numbers', () => {
  it.each(REAL_LOOKING)('that look real are rejected: %s (MO24)', async (number) => {
    const intent = await bench.newIntent();
    const cvc = number.startsWith('3') ? '1234' : '123';
    expect(await bench.confirm(intent, cardOf(number, { cvc }))).toMatchObject({
      status: 'requires_payment_method',
      error: {
        code: 'card_declined',
        declineCode: 'test_mode_live_card',
        message: expect.stringMatching(/published test card/),
      },
    });
    const row = await bench.db
      .selectFrom('sandbox.gateway_intents')
      .select(['card_brand', 'card_last4', 'status'])
      .where('intent_id', '=', intent.intentId)
      .executeTakeFirst();
    expect(row).toEqual({ card_brand: null, card_last4: null, status: 'requires_payment_method' });
  });

  it('appear in no log line and no table, regardless of the outcome', async () => {
    const numbers = [...TEST_CARDS.map(({ number }) => number), ...REAL_LOOKING, '4242 4242 4242 4241'];
    for (const number of numbers) {
      const intent = await bench.newIntent();
      const { clientSecret, intentId } = intent;
      const answer = await bench.confirm(intent, cardOf(number));
      if (answer.status === 'requires_action') await bench.confirm(intent, { authentication: 'complete' });
      // Malformed and unknown requests too, because error paths often log the body.
      await bench.post(intentId, { clientSecret, card: { number } });
      await bench.post(intentId, { clientSecret: number, ...cardOf(number) });
      await bench.post(number.replaceAll(' ', ''), { clientSecret, ...cardOf(number) });
    }
    await bench.gateway.idle();
    const written = { log: bench.logText(), tables: await everyRow() };
    expect(written.log.split('\n').length).toBeGreaterThan(numbers.length * 4);
    for (const text of Object.values(written)) {
      expect(text).not.toMatch(CARD_NUMBER);
      const joined = text.replaceAll(/[ -]/g, '');
      for (const number of numbers) expect(joined).not.toContain(number.replaceAll(' ', ''));
    }
  });

  it('are not in the log of an internal error', async () => {
    const broken = await buildTestGateway();
    const { intentId, clientSecret } = await broken.newIntent();
    await broken.db.destroy();
    const answer = await broken.post(intentId, { clientSecret, ...cardOf('4111 1111 1111 1111') });
    expect(answer.statusCode).toBe(500);
    expect(broken.logText()).toContain('Request failed');
    expect(`${broken.logText()}${answer.body}`.replaceAll(/[ -]/g, '')).not.toContain('4111111111111111');
    await broken.close();
  });

  it('are detected by the pattern of this test', () => {
    expect('{"card":"4242424242424242"}').toMatch(CARD_NUMBER);
    expect('paid with 3782 822463 10005 today').toMatch(CARD_NUMBER);
    expect('2026-11-16T09:00:00.000Z evt_test_0123456789012345').not.toMatch(CARD_NUMBER);
  });
});
