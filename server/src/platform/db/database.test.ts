import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, viaFolder } from '../../../test/cutting-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createLog } from '../log.ts';
import { openDatabase } from './database.ts';

const READ_WITHIN_MS = 100;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'lading-proxy-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

describe('closing the database', () => {
  it('does not warn of connections that PostgreSQL ends at the same time, because it is being stopped', async () => {
    const proxy = await startStoppingProxy();
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => lines.push(line) });
    const open = openDatabase(viaFolder(database.appUrl, folder), log);
    await sql`SELECT 1`.execute(open.db);
    const closed = new Promise((done) => proxy.once('goodbye', done));
    await Promise.all([open.close(), closed]);
    await new Promise((done) => proxy.close(done));
    // The driver reads the message after its connection has ended.
    await sleep(READ_WITHIN_MS);
    expect(lines).toEqual([]);
  });
});

const TERMINATE = 'X'.charCodeAt(0);

/** A proxy in front of the database that answers a program's goodbye as PostgreSQL does when it is stopped. */
async function startStoppingProxy(): Promise<Server> {
  const proxy = createServer((program) => {
    const postgres = connect(addressOf(database.appUrl));
    postgres.pipe(program, { end: false });
    program.on('data', (chunk) => {
      if (chunk[0] !== TERMINATE) return postgres.write(chunk);
      postgres.destroy();
      program.end(shutdownError());
      return proxy.emit('goodbye');
    });
    program.on('close', () => postgres.destroy());
    for (const socket of [program, postgres]) socket.on('error', () => {});
  });
  await new Promise<void>((listening) => proxy.listen(join(folder, '.s.PGSQL.5432'), listening));
  return proxy;
}

/** PostgreSQL's error message with code 57P01, admin_shutdown. */
function shutdownError(): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to administrator command', ''];
  const body = Buffer.from(fields.map((field) => `${field}\0`).join(''));
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
