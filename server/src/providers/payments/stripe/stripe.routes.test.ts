import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildStripeApp, postEvent, type StripeApp, signed } from '../../../../test/stripe-at-double.ts';

let stripe: StripeApp;
beforeAll(async () => {
  stripe = await buildStripeApp();
});
afterAll(() => stripe.close());

const db = () => stripe.test.deps.db;
const kept = (eventId: string) =>
  db().selectFrom('payment_events').selectAll().where('event_id', '=', eventId).execute();
const keptAtAll = async () => (await db().selectFrom('payment_events').select('event_id').execute()).length;
const incidentsOf = (objectId: string) =>
  db().selectFrom('incidents').select(['kind', 'detail']).where('object_id', '=', objectId).execute();

let count = 0;
const anEvent = (changes: object = {}) => {
  count += 1;
  return {
    id: `evt_${count}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    livemode: false,
    data: { object: { id: 'pi_1', object: 'payment_intent' } },
    ...changes,
  };
};

describe('Stripe webhook events', () => {
  it('are stored when the signature is valid', async () => {
    const event = anEvent();
    expect(await stripe.deliver(event)).toBe(200);
    expect(await kept(event.id)).toMatchObject([
      { provider: 'stripe_test', kind: 'intent', intent_id: 'pi_1', news: null },
    ]);
  });

  it.each([
    ['with the wrong secret', { secret: 'whsec_another' }],
    ['400 seconds ago', { ageSeconds: 400 }],
    ['and then changed', { sent: JSON.stringify(anEvent({ id: 'evt_altered' })) }],
    ['and then extended by a space', { sent: `${JSON.stringify(anEvent({ id: 'evt_altered' }))} ` }],
  ])('signed %s are refused and not stored (WH01)', async (_case, signature) => {
    const before = await keptAtAll();
    expect(await stripe.deliver(anEvent(), signature)).toBe(400);
    expect(await keptAtAll()).toBe(before);
  });

  it('that are 250 seconds old are accepted', async () => {
    expect(await stripe.deliver(anEvent(), { ageSeconds: 250 })).toBe(200);
  });

  it.each([
    ['none', null],
    ['an empty one', ''],
    ['nonsense', 't=,v1='],
    ['one of an unknown scheme', 't=1,v0=abc'],
    ['one without a time', `v1=${'0'.repeat(64)}`],
  ])('with %s as signature are refused and not stored (WH01)', async (_case, signature) => {
    const before = await keptAtAll();
    const answer = await postEvent(stripe.test, JSON.stringify(anEvent()), signature);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'BAD_REQUEST' });
    expect(await keptAtAll()).toBe(before);
  });

  it('are not parsed before the signature check: invalid JSON gets the same refusal', async () => {
    for (const body of ['{', '', '[]', 'null', '\u0000'])
      expect((await postEvent(stripe.test, body, 't=1,v1=00')).statusCode).toBe(400);
  });

  it.each([
    ['not JSON', 'plain text'],
    ['nothing', ''],
    ['a list', '[]'],
    ['incomplete', '{"id":"evt_x"}'],
    ['nested a hundred thousand levels deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('that are signed but %s are refused (WH02)', async (_case, body) => {
    const answer = await postEvent(stripe.test, body, signed(stripe.test, body || '{}'));
    expect(answer.statusCode).toBe(400);
  });

  it('of two megabytes are refused before the signature check (WH02)', async () => {
    const body = JSON.stringify(anEvent({ filler: 'x'.repeat(2 * 1024 * 1024) }));
    expect((await postEvent(stripe.test, body, signed(stripe.test, body))).statusCode).toBe(413);
  });

  it('that are compressed are not decompressed (WH02)', async () => {
    const text = JSON.stringify(anEvent());
    const packed = gzipSync(text);
    const header = { 'content-encoding': 'gzip' };
    expect((await postEvent(stripe.test, packed, signed(stripe.test, text), header)).statusCode).toBe(400);
  });

  it('are accepted with any content type', async () => {
    const body = JSON.stringify(anEvent());
    const answer = await postEvent(stripe.test, body, signed(stripe.test, body), {
      'content-type': 'text/plain',
    });
    expect(answer.statusCode).toBe(200);
  });

  it.each(['customer.created', 'constructor', '__proto__', 'toString'])(
    'of the unused type %s are accepted and ignored (WH01, WH03)',
    async (type) => {
      const event = anEvent({ type, data: { object: { id: 'cus_1' } } });
      expect(await stripe.deliver(event)).toBe(200);
      expect(await kept(event.id)).toEqual([]);
    },
  );

  it('of live mode at a test endpoint are accepted, not processed, and open an incident (WH05)', async () => {
    const event = anEvent({ livemode: true });
    expect(await stripe.deliver(event)).toBe(200);
    expect(await kept(event.id)).toEqual([]);
    expect(await incidentsOf(event.id)).toMatchObject([{ kind: 'event_of_other_mode' }]);
  });

  it('with a reused id but other content do not replace the first event (WH06)', async () => {
    const event = anEvent();
    await stripe.deliver(event);
    expect(await stripe.deliver({ ...event, data: { object: { id: 'pi_2' } } })).toBe(200);
    expect(await kept(event.id)).toMatchObject([{ intent_id: 'pi_1' }]);
    expect(await incidentsOf(event.id)).toMatchObject([{ kind: 'event_altered' }]);
  });

  it('that we cannot read get an error, so that Stripe delivers them again', async () => {
    const event = anEvent({ type: 'refund.updated', data: { object: { id: 're_1' } } });
    expect(await stripe.deliver(event)).toBe(500);
    expect(await kept(event.id)).toEqual([]);
  });

  it('leave no secret in the log', () => {
    expect(stripe.test.logText()).not.toMatch(/whsec_|sk_test_|_secret_/);
  });
});
