import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { csvLine } from '../csv.ts';
import { readCsv } from '../csv-records.ts';
import { sendFile } from '../http/send-file.ts';
import { createLog } from '../log.ts';
import { CsvExports } from './csv-export.ts';
import { type OpenDatabase, openDatabase } from './database.ts';

const log = createLog('silent');

let database: TestDatabase;
let open: OpenDatabase;
/** Sees all sessions of the server. */
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  open = openDatabase(database.appUrl, log);
});
afterAll(async () => {
  await open.close();
  await owner.end();
  await database.drop();
});

const compiled = (query: RawBuilder<unknown>): CompiledQuery => query.compile(open.db);
const makeExports = (limits?: { maxMs: number; stalledMs: number }) =>
  new CsvExports(database.appUrl, log, limits);

/** Hundreds of megabytes: more than all buffers between database and reader hold. */
const ENDLESS = CompiledQuery.raw(
  `SELECT n, repeat('x', 100) AS filler FROM generate_series(1, 3000000) AS n`,
);

const backends = async (condition = 'true'): Promise<number> =>
  (
    await owner.query(
      `SELECT pid FROM pg_stat_activity
       WHERE application_name = 'lading-export' AND datname = current_database() AND ${condition}`,
    )
  ).rows.length;

async function expectNoBackend(): Promise<void> {
  await expect.poll(() => backends(), { timeout: 30_000 }).toBe(0);
}

describe('an export', () => {
  afterEach(expectNoBackend);

  it('writes every value unchanged', async () => {
    const values = [
      `O'Neil "Ann", Jr.`,
      'C:\\new\\table',
      `\\'; DROP TABLE users; --`,
      'two\nlines',
      '$1 and $2',
      'é😀',
    ];
    const rows = values.map(
      (value, index) => sql`SELECT ${index}::integer AS place, ${value}::text AS value`,
    );
    const query = sql`SELECT * FROM (${sql.join(rows, sql` UNION ALL `)}) AS all_rows ORDER BY place`;
    const csv = await text(await makeExports().start('a', compiled(query)));
    expect(csv).toBe(
      [
        'place,value',
        `0,"O'Neil ""Ann"", Jr."`,
        '1,C:\\new\\table',
        `2,\\'; DROP TABLE users; --`,
        '3,"two\nlines"',
        '4,$1 and $2',
        '5,é😀',
        '',
      ].join('\n'),
    );
  });

  it('accepts numbers, booleans, dates and null', async () => {
    const moment = new Date('2026-11-16T09:00:00.123Z');
    const query = sql`SELECT ${1.5}::numeric AS n, ${true}::boolean AS b, ${moment}::timestamptz = '2026-11-16 09:00:00.123Z' AS m, ${null}::text AS nothing`;
    expect(await text(await makeExports().start('a', compiled(query)))).toBe('n,b,m,nothing\n1.5,t,t,\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t1', '\r1', '＝1', '＋1', '－1', '＠1'])(
    'prefixes %j, which a spreadsheet would run, with an apostrophe',
    async (formula) => {
      const csv = await text(
        await makeExports().start('a', compiled(sql`SELECT csv_text(${formula}) AS cell`)),
      );
      expect(csv.replaceAll('"', '')).toBe(`cell\n'${formula}\n`);
    },
  );

  it.each(['Ann;=1', 'Ann;"=1"', 'a\t@x', 'a\r\n-1', '\t=1', 'a;b', 'a=b', "a;'=1", '', ';'])(
    'protects %j as the application does',
    async (value) => {
      const csv = await text(
        await makeExports().start('a', compiled(sql`SELECT csv_text(${value}) AS cell`)),
      );
      expect(readCsv(csv, ',')[1]?.cells[0] ?? '').toBe(
        readCsv(`cell\r\n${csvLine([value])}`, ',')[1]?.cells[0] ?? '',
      );
    },
  );

  it('uses the restricted role', async () => {
    const csv = await text(await makeExports().start('a', compiled(sql`SELECT current_user::text AS role`)));
    expect(csv).toBe('role\nlading_app\n');
  });

  it('is limited to one per user and four in total', async () => {
    const exports = makeExports();
    const running = await Promise.all(['a', 'b', 'c', 'd'].map((userId) => exports.start(userId, ENDLESS)));
    await expect(exports.start('a', ENDLESS)).rejects.toMatchObject({ code: 'EXPORT_RUNNING' });
    await expect(exports.start('e', ENDLESS)).rejects.toMatchObject({ code: 'OVERLOADED' });
    for (const stream of running) stream.destroy();
    await expect.poll(() => exports.start('a', compiled(sql`SELECT 1 AS one`)).then(text)).toBe('one\n1\n');
  });

  it('reports a failure to the reader and can be repeated', async () => {
    const exports = makeExports();
    for (const _again of [1, 2]) {
      const stream = await exports.start(
        'a',
        compiled(sql`SELECT 1 / (n - 5000) FROM generate_series(1, 9000) AS n`),
      );
      await expect(text(stream)).rejects.toThrow('division by zero');
    }
  });

  it('is aborted when it takes too long', async () => {
    const exports = makeExports({ maxMs: 100, stalledMs: 10_000 });
    await expect(text(await exports.start('a', compiled(sql`SELECT pg_sleep(5)`)))).rejects.toThrow(
      'timeout',
    );
  });

  it('is aborted when its reader stalls, but not when the query is slow', async () => {
    const exports = makeExports({ maxMs: 60_000, stalledMs: 100 });
    const slow = compiled(
      sql`SELECT n FROM generate_series(1, 3) AS n, LATERAL (SELECT pg_sleep(0.2 + n * 0)) AS wait`,
    );
    expect(await text(await exports.start('a', slow))).toBe('n\n1\n2\n3\n');
    const stream = await exports.start('a', ENDLESS);
    await once(stream, 'readable');
    await expect(once(stream, 'close')).rejects.toThrow('the export download stalled');
  });
});

describe('an export over a connection', () => {
  let app: FastifyInstance;
  let exports: CsvExports;
  beforeAll(async () => {
    exports = makeExports();
    app = fastify();
    app.get('/', async (_request, reply) =>
      sendFile(reply, {
        contentType: 'text/csv',
        fileName: 'a.csv',
        content: await exports.start('a', ENDLESS),
      }),
    );
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());

  const ask = async (): Promise<Socket> => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    return socket;
  };

  const waitsForReader = () => backends(`wait_event = 'ClientWrite'`);

  it('slows the database down to the pace of a slow reader', async () => {
    const socket = await ask();
    await once(socket, 'data');
    socket.pause();
    await expect.poll(waitsForReader, { timeout: 30_000 }).toBe(1);
    const held = process.memoryUsage().rss;
    await sleep(500);
    expect(await waitsForReader()).toBe(1);
    expect(process.memoryUsage().rss - held).toBeLessThan(32 * 1024 * 1024);
    socket.destroy();
    await expectNoBackend();
  });

  it('ends when the reader disconnects halfway, and can be repeated', async () => {
    for (const _again of [1, 2]) {
      const socket = await ask();
      await once(socket, 'data');
      socket.destroy();
      await expectNoBackend();
    }
  });

  it('ends when the reader disconnects before the first byte', async () => {
    const socket = await ask();
    socket.destroy();
    await sleep(100);
    const nextExport = async () => (await exports.start('a', compiled(sql`SELECT 1 AS one`))).toArray();
    await expect.poll(async () => (await nextExport()).join('')).toBe('one\n1\n');
    await expectNoBackend();
  });
});
