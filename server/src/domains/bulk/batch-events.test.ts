import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BatchListener } from '../../../test/batch-listener.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  act,
  batchOf,
  begunBatch,
  edit,
  path,
  rowsOf,
  rowsOfBatch,
  upload,
  whileWorking,
  work,
} from '../../../test/bulk.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { buildApp } from '../../app.ts';
import { compose } from '../../compose.ts';
import { newId } from '../../platform/ids.ts';
import { BATCH_CHANNEL } from './bulk.deps.ts';

let test: TestApp;
let origin: string;
let shop: Shop;
const closing: (() => Promise<void>)[] = [];
/** Otherwise the first stream would send another event when the database starts to listen. */
const heard = ({ notifications }: Pick<TestApp['deps'], 'notifications'>) =>
  new Promise((resolve) => void notifications.listen(BATCH_CHANNEL, resolve));

beforeAll(async () => {
  test = await buildTestApp();
  await heard(test.deps);
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  shop = await makeShop(test);
});
afterAll(async () => {
  for (const close of closing) await close();
  await test.close();
});

/** Generous, because a busy machine is slow. */
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 20_000 });

interface Place {
  lastEventId?: string;
  owner?: Shop;
  at?: string;
}

const open = (listener: BatchListener, id: string, { lastEventId, owner = shop, at = origin }: Place = {}) =>
  listener.open(at + path(API.batchEvents, id), owner.token, lastEventId);

async function listening(id: string, place: Place = {}): Promise<BatchListener> {
  const listener = new BatchListener();
  const { status, type } = await open(listener, id, place);
  expect([status, type]).toEqual([200, 'text/event-stream; charset=utf-8']);
  return listener;
}

/** Another process on the same database. */
async function anotherApp(): Promise<{ at: string; close: () => Promise<void> }> {
  const composition = await compose(test.config, test.appUrl, test.deps.log, () => origin, test.clock);
  const app = await buildApp(test.config, composition.deps);
  closing.push(() => composition.close());
  await heard(composition.deps);
  return { at: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
}

/** The notifications of all earlier changes have arrived: they come in order. */
async function caughtUp(): Promise<void> {
  const marker = newId();
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = test.deps.notifications.listen(BATCH_CHANNEL, (message) => {
    if (message === marker) resolve();
  });
  await sql`SELECT pg_notify(${BATCH_CHANNEL}, ${marker})`.execute(test.deps.db);
  await promise;
  stop();
}

const truth = async (id: string) =>
  new Map(
    (await rowsOfBatch(test, shop, id)).map(({ number, status, transaction }) => [
      number,
      [status, transaction?.trackingNumber],
    ]),
  );

describe('the event stream of a batch', () => {
  it('starts with all rows and then sends each change', async () => {
    const { id } = await upload(test, shop, rowsOf(3));
    const listener = await listening(id);
    await soon(() => listener.batches.length).toBe(1);
    expect(listener.rows.map(({ number, status, cells }) => [number, status, cells?.receiver_city])).toEqual(
      [1, 2, 3].map((number) => [number, 'pending', 'Austin']),
    );
    const before = listener.rows.length;
    await edit(test, shop, id, [{ number: 2, cells: { receiver_city: '' } }]);
    await soon(() => listener.rows.length).toBe(before + 1);
    expect(listener.rows.at(-1)).toMatchObject({
      number: 2,
      status: 'invalid',
      cells: { receiver_city: '' },
    });
    await soon(() => listener.batches.at(-1)?.counts.invalid).toBe(1);
    await listener.leave();
  });

  it('ends without another event once the client is suspended (AU12)', async () => {
    const { id } = await upload(test, shop, rowsOf(2));
    await caughtUp();
    const listener = await listening(id);
    await soon(() => listener.batches.length).toBe(1);
    const received = listener.events.length;
    await test.deps.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', shop.userId)
      .execute();
    await sql`SELECT pg_notify(${BATCH_CHANNEL}, ${id})`.execute(test.deps.db);
    await listener.ended;
    expect(listener.events.length).toBe(received);
  });

  it('resumes after a disconnect without losing or repeating rows', async () => {
    const { id } = await begunBatch(test, shop, rowsOf(12));
    const seen = new Map<number, unknown>();
    const received: number[] = [];
    let lastEventId = '';
    await whileWorking(test, async () => {
      for (let visits = 0; visits < 30; visits += 1) {
        const listener = await listening(id, { lastEventId });
        await soon(() => listener.batches.length).toBeGreaterThan(0);
        await listener.leave();
        for (const [number, state] of listener.view) seen.set(number, state);
        received.push(
          ...listener.rows.filter(({ status }) => status === 'label_generated').map(({ number }) => number),
        );
        lastEventId = listener.lastId;
        if (listener.batches.at(-1)?.work === null) break;
      }
    });
    const last = await listening(id, { lastEventId });
    await soon(() => last.batches.length).toBe(1);
    await last.leave();
    for (const [number, state] of last.view) seen.set(number, state);
    expect(seen).toEqual(await truth(id));
    expect(received.toSorted((a, b) => a - b)).toEqual([...new Set(received)].toSorted((a, b) => a - b));
  });

  it('splits many rows over several events and resumes between them', async () => {
    const { id } = await upload(
      test,
      shop,
      rowsOf(1_100, () => ({ receiver_city: '' })),
    );
    const { version } = await batchOf(test, shop, id);
    const edits = rowsOf(1_100).map((_, index) => ({
      number: index + 1,
      cells: { order_ref: `A-${index}` },
    }));
    await edit(test, shop, id, edits);
    const whole = await listening(id, { lastEventId: String(version) });
    await soon(() => whole.batches.length).toBe(1);
    await whole.leave();
    const pieces = whole.events.filter(({ name }) => name === 'rows');
    expect(pieces.map(({ data }) => ('rows' in data ? data.rows.length : 0))).toEqual([500, 500, 100]);
    expect(pieces.map(({ id: mark }) => mark)).toEqual([
      `${version + 1}.500`,
      `${version + 1}.1000`,
      `${version + 1}`,
    ]);

    const rest = await listening(id, { lastEventId: pieces[0]?.id ?? '' });
    await soon(() => rest.batches.length).toBe(1);
    await rest.leave();
    expect(rest.rows.map(({ number }) => number)).toEqual(
      Array.from({ length: 600 }, (_, index) => index + 501),
    );
    expect(rest.rows.every(({ number, cells }) => cells?.order_ref === `A-${number - 1}`)).toBe(true);
  });

  it('starts from the beginning on an invalid Last-Event-ID', async () => {
    const { id } = await upload(test, shop, rowsOf(2));
    for (const lastEventId of ['nonsense', '-1', '1e9', '999999999999999999', '1.2.3', "1' OR '1'='1"]) {
      const listener = await listening(id, { lastEventId });
      await soon(() => listener.batches.length).toBe(1);
      expect(listener.rows).toHaveLength(2);
      await listener.leave();
    }
  });

  it('includes changes made by another process', async () => {
    const { at, close } = await anotherApp();
    const { id } = await upload(test, shop, rowsOf(2));
    const listener = await listening(id, { at });
    await soon(() => listener.batches.length).toBe(1);
    await work(test);
    await act(test, shop, API.batchRates, id);
    await work(test);
    await soon(() => listener.batches.at(-1)?.counts.rate_selected).toBe(2);
    // The counts may be newer than the rows that came with them.
    await soon(() => listener.view).toEqual(await truth(id));
    await listener.leave();
    await close();
  });

  it('sends a change whose notification was lost with the next heartbeat, and otherwise only a comment', async () => {
    const { id } = await upload(test, shop, rowsOf(2));
    test.deps.timings.streamHeartbeatMs = 300;
    vi.spyOn(test.deps.notifications, 'listen').mockReturnValueOnce(() => true);
    const listener = await listening(id);
    const comments = () => listener.comments.filter((comment) => comment === 'still here').length;
    await soon(comments).toBeGreaterThan(1);
    expect(listener.batches).toHaveLength(1);
    await edit(test, shop, id, [{ number: 2, cells: { receiver_city: '' } }]);
    await soon(() => listener.batches.at(-1)?.counts.invalid).toBe(1);
    expect(listener.rows.at(-1)).toMatchObject({ number: 2, status: 'invalid' });
    const before = comments();
    await soon(comments).toBeGreaterThan(before + 1);
    expect(listener.batches).toHaveLength(2);
    await listener.leave();
  });

  it('ends when the server stops', async () => {
    const { at, close } = await anotherApp();
    const { id } = await upload(test, shop, rowsOf(1));
    const listener = await listening(id, { at });
    await soon(() => listener.batches.length).toBe(1);
    await close();
    await listener.ended;
    const elsewhere = await listening(id, { lastEventId: listener.lastId });
    await soon(() => elsewhere.batches.length).toBe(1);
    expect(elsewhere.rows).toEqual([]);
    await elsewhere.leave();
  });

  it('rejects other clients and requests without a session (AZ01)', async () => {
    const { id } = await upload(test, shop, rowsOf(1));
    const other = await makeShop(test);
    const refused = await open(new BatchListener(), id, { owner: other });
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([404, { error: 'BATCH_NOT_FOUND' }]);
    const anonymous = await open(new BatchListener(), id, { owner: { userId: '', token: 'wrong' } });
    expect(anonymous.status).toBe(401);
  });
});

describe('the listeners of one client (RX08)', () => {
  it('are limited to five, and a closed stream frees its slot', async () => {
    const { id } = await upload(test, shop, rowsOf(1));
    const crowd = Array.from({ length: 12 }, () => new BatchListener());
    const statuses = await Promise.all(crowd.map(async (listener) => (await open(listener, id)).status));
    expect(statuses.toSorted()).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
    const other = await makeShop(test);
    const ofOther = await upload(test, other, rowsOf(1));
    const neighbor = await listening(ofOther.id, { owner: other });
    await neighbor.leave();

    await crowd[statuses.indexOf(200)]?.leave();
    const late = new BatchListener();
    await soon(async () => (await open(late, id)).status).toBe(200);
    for (const listener of [...crowd, late]) await listener.leave();
    const again = Array.from({ length: 5 }, () => new BatchListener());
    for (const listener of again) await soon(async () => (await open(listener, id)).status).toBe(200);
    for (const listener of again) await listener.leave();
  });
});
