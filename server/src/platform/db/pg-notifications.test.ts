import { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { onServer } from '../../../test/database-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createLog } from '../log.ts';
import { PgNotifications } from './pg-notifications.ts';

let database: TestDatabase;
let notifications: PgNotifications;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  notifications = new PgNotifications(database.appUrl, createLog('silent'));
});
afterEach(() => notifications.close());
afterAll(() => database.drop());

const notify = (message: string) => onServer(database.ownerUrl, `NOTIFY changes, '${message}'`);

it('reports once that messages may have been missed before the database listened, then every message', async () => {
  const heard = vi.fn();
  notifications.listen('changes', heard);
  await expect.poll(() => heard.mock.calls).toEqual([[null]]);
  await notify('first');
  await notify('second');
  await expect.poll(() => heard.mock.calls).toEqual([[null], ['first'], ['second']]);
});

it('reports the same after a lost connection', async () => {
  const heard = vi.fn();
  notifications.listen('changes', heard);
  await expect.poll(() => heard.mock.calls).toEqual([[null]]);
  await onServer(
    database.ownerUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'lading-notifications' AND datname = current_database()`,
  );
  await expect.poll(() => heard.mock.calls).toEqual([[null], [null]]);
  await notify('later');
  await expect.poll(() => heard.mock.calls.at(-1)).toEqual(['later']);
});

it('no longer calls a listener that unsubscribed', async () => {
  const [left, stays] = [vi.fn(), vi.fn()];
  const leave = notifications.listen('changes', left);
  notifications.listen('changes', stays);
  await expect.poll(() => stays).toHaveBeenCalled();
  leave();
  left.mockClear();
  await notify('later');
  await expect.poll(() => stays).toHaveBeenCalledWith('later');
  expect(left).not.toHaveBeenCalled();
});

it('lets the system check its connection after ten seconds of silence', async () => {
  const setKeepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const heard = vi.fn();
  notifications.listen('changes', heard);
  await expect.poll(() => heard).toHaveBeenCalled();
  expect(setKeepAlive).toHaveBeenCalledWith(true, 10_000);
});
