import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeUser } from '../../../test/factories.ts';
import { anchorFile } from '../../platform/anchor-file.ts';
import { hours, minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { recordEvent } from './record-event.ts';
import { type Anchor, readAnchors, SealAnchors } from './seal-anchors.ts';
import { sealRecords } from './seal-records.ts';
import { sealAuditLogs } from './seals.store.ts';
import { type Finding, verifyRecords } from './verify-records.ts';

let test: TestApp;
let owner: pg.Client;
let userId: string;
beforeAll(async () => {
  test = await buildTestApp();
  userId = (await makeUser(test)).id;
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

/** Full access to the database, without triggers. */
async function asAttacker(statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
  await owner.query('SET session_replication_role = replica');
  try {
    return await owner.query(statement, values);
  } finally {
    await owner.query('RESET session_replication_role');
  }
}

const write = (text: string) =>
  recordEvent(
    test.deps.db,
    test.clock,
    { ip: '10.1.2.3', requestId: 'req-1' },
    {
      type: 'LOGIN',
      status: 'error',
      userId,
      userRole: 'client',
      details: { error: text },
    },
  );

async function verify(anchors: (Anchor | null)[] = []) {
  const findings: Finding[] = [];
  const verdict = await verifyRecords(test.deps, anchors, (finding) => findings.push(finding));
  expect(verdict.findings).toBe(findings.length);
  return { ...verdict, found: findings };
}

/** Position and number of the tenth of twenty sealed records. */
let middle: { position: number; seq: number; logId: string };
beforeEach(async () => {
  await asAttacker(
    'TRUNCATE audit_logs, audit_seals, audit_unsealed, audit_totals_by_day, audit_totals_by_user',
  );
  for (let number = 0; number < 20; number += 1) await write(`number ${number}`);
  await sealRecords(test.deps);
  const { rows } = await owner.query(
    'SELECT s.position::int, s.seq::int, l.log_id AS "logId" FROM audit_seals s JOIN audit_logs l USING (seq) WHERE position = 10',
  );
  middle = rows[0];
});

/** Reseals everything from a position on, as a skilled attacker would. */
const resealFrom = async (position: number) => {
  await asAttacker(
    `INSERT INTO audit_unsealed SELECT seq, operator_day(recorded_at), event_type, status, user_id FROM audit_logs
     WHERE seq NOT IN (SELECT seq FROM audit_seals WHERE position < $1)`,
    [position],
  );
  await asAttacker('DELETE FROM audit_seals WHERE position >= $1', [position]);
  await sealRecords(test.deps);
};

describe('the seals', () => {
  it('match every record as written, with any text, with nulls, and to the microsecond', async () => {
    await write('Zoë 🚚 "quoted" \\ 日本 \u202e 12:34');
    await recordEvent(
      test.deps.db,
      test.clock,
      { ip: null, requestId: null },
      {
        type: 'LOGOUT',
        status: 'success',
        userId: null,
        userRole: null,
        details: {},
      },
    );
    await owner.query(
      `INSERT INTO audit_logs (log_id, recorded_at, event_type, status, details)
       VALUES (gen_random_uuid(), '1969-12-31 23:59:59.123457Z', 'LOGIN', 'pending', '{"a": 1.50, "b": [null, ""]}')`,
    );
    await sealRecords(test.deps);
    expect(await verify()).toMatchObject({ records: 23, last: { position: 23 }, found: [] });
  });

  it('cover the same text in the database and in the check', async () => {
    const { rows } = await owner.query(
      `SELECT s.hash, sha256(b.hash || convert_to(sealed_text(l), 'UTF8')) AS recomputed
       FROM audit_seals s JOIN audit_seals b ON b.position = s.position - 1 JOIN audit_logs l ON l.seq = s.seq`,
    );
    expect(rows).toHaveLength(19);
    for (const row of rows) expect(row.recomputed).toEqual(row.hash);
  });

  it.each([
    ["status = 'success'", 'status'],
    ["details = '{}'", 'details'],
    ['details = NULL', 'no details'],
    ["ip_address = '10.1.2.4'", 'address'],
    ["recorded_at = recorded_at + interval '1 microsecond'", 'time'],
    ['user_id = NULL', 'person'],
    ["event_type = 'LOGOUT'", 'kind'],
    ['log_id = gen_random_uuid()', 'id'],
  ])('identify the one changed record: %s', async (change) => {
    await asAttacker(`UPDATE audit_logs SET ${change} WHERE seq = $1`, [middle.seq]);
    const { found } = await verify();
    expect(found).toMatchObject([{ kind: 'changed', position: 10, seq: middle.seq }]);
  });

  it('identify a changed last record, and each of two changed neighbors', async () => {
    await asAttacker("UPDATE audit_logs SET status = 'success' WHERE seq - $1::bigint IN (0, 1, 10)", [
      middle.seq,
    ]);
    const { found } = await verify();
    expect(found.map((finding) => [finding.kind, 'position' in finding && finding.position])).toEqual([
      ['changed', 10],
      ['changed', 11],
      ['changed', 20],
    ]);
  });

  it('identify a removed record, with or without its seal', async () => {
    await asAttacker('DELETE FROM audit_logs WHERE seq = $1', [middle.seq]);
    expect((await verify()).found).toEqual([{ kind: 'removed', position: 10, seq: middle.seq, logId: null }]);
    await asAttacker('DELETE FROM audit_seals WHERE seq = $1', [middle.seq]);
    expect((await verify()).found).toEqual([{ kind: 'seals_missing', from: 10, to: 10 }]);
  });

  it('identify a record that was removed before sealing, even after later records were sealed', async () => {
    await write('to be removed');
    const { rows } = await asAttacker('DELETE FROM audit_logs WHERE seq > $1 RETURNING seq::int', [
      middle.seq + 10,
    ]);
    const { seq } = rows[0];
    expect((await verify()).found).toEqual([{ kind: 'removed_unsealed', seq }]);
    await write('a later one');
    await sealRecords(test.deps);
    expect((await verify()).found).toEqual([{ kind: 'removed', position: 21, seq, logId: null }]);
  });

  it('identify an inserted record, in a gap or before all others', async () => {
    const { rows: free } = await owner.query(
      "SELECT nextval(pg_get_serial_sequence('audit_logs', 'seq'))::int AS seq",
    );
    await write('a later one');
    await sealRecords(test.deps);
    const numbers = [-5, free[0].seq];
    for (const seq of numbers)
      await asAttacker(
        `INSERT INTO audit_logs (seq, log_id, recorded_at, event_type, status) OVERRIDING SYSTEM VALUE
         VALUES ($1, gen_random_uuid(), now(), 'LOGIN', 'success')`,
        [seq],
      );
    expect((await verify()).found).toMatchObject(numbers.map((seq) => ({ kind: 'inserted', seq })));
  });

  it('identify a replaced seal, but not its record', async () => {
    await asAttacker("UPDATE audit_seals SET hash = sha256('another') WHERE position = 10");
    expect((await verify()).found).toEqual([{ kind: 'seal_replaced', ...middle }]);
  });

  it('report a record that waits too long for its seal', async () => {
    await write('waiting');
    expect((await verify()).found).toEqual([]);
    test.clock.advance(minutes(11));
    expect((await verify()).found).toMatchObject([{ kind: 'not_sealed' }]);
  });

  it('include a slow transaction that commits after later records were sealed', async () => {
    const writers = Array.from({ length: 8 }, (_, number) =>
      transaction(test.deps.db, async (trx) => {
        await recordEvent(
          trx,
          test.clock,
          { ip: null, requestId: `slow-${number}` },
          {
            type: 'LOGOUT',
            status: 'success',
            userId,
            userRole: 'client',
            details: {},
          },
        );
        await sql`SELECT pg_sleep(${(number % 4) * 0.15})`.execute(trx);
      }),
    );
    let writing = true;
    const sealers = [1, 2].map(async () => {
      while (writing) await sealAuditLogs(test.deps.db, 3);
    });
    for (let number = 0; number < 30; number += 1) await write(`quick ${number}`);
    await Promise.all(writers);
    writing = false;
    await Promise.all(sealers);
    await sealRecords(test.deps);
    expect(await verify()).toMatchObject({ records: 58, last: { position: 58 }, found: [] });
    const { rows } = await owner.query(
      `SELECT (SELECT count(*) FROM audit_unsealed)::int AS unsealed, (SELECT sum(records) FROM audit_totals_by_day
         WHERE event_type = '' AND status = '')::int AS counted, (SELECT sum(records) FROM audit_totals_by_user
         WHERE event_type = 'LOGOUT' AND status = 'success')::int AS logouts`,
    );
    expect(rows).toEqual([{ unsealed: 0, counted: 58, logouts: 8 }]);
  });
});

describe('the anchors', () => {
  let dataDir: string;
  const anchors = () => readAnchors(anchorFile(dataDir));
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'lading-anchors-'));
    return () => rmSync(dataDir, { recursive: true });
  });

  it('are written hourly and on request, only if something was sealed since, even across restarts', async () => {
    const first = new SealAnchors(dataDir, test.deps);
    await first.keepHourly();
    await write('more');
    await sealRecords(test.deps);
    await first.keepHourly();
    expect(anchors().map((anchor) => anchor?.position)).toEqual([20]);
    const second = new SealAnchors(dataDir, test.deps);
    await second.keepHourly();
    expect(anchors()).toHaveLength(1);
    test.clock.advance(hours(1));
    await second.keepHourly();
    await second.keep();
    expect(anchors().map((anchor) => anchor?.position)).toEqual([20, 21]);
    expect((await verify(anchors())).found).toEqual([]);
  });

  it('reveal changed records even when all later seals were replaced', async () => {
    const keeper = new SealAnchors(dataDir, test.deps);
    await keeper.keep();
    await write('one');
    await write('two');
    await sealRecords(test.deps);
    await keeper.keep();
    await asAttacker(
      "UPDATE audit_logs SET details = '{}' WHERE seq = (SELECT seq FROM audit_seals WHERE position = 21)",
    );
    await resealFrom(21);
    expect((await verify()).found).toEqual([]);
    const [lastGood, anchor] = anchors();
    expect((await verify(anchors())).found).toEqual([{ kind: 'anchor_differs', anchor, lastGood }]);
  });

  it('reveal that the end of the log was cut off', async () => {
    await new SealAnchors(dataDir, test.deps).keep();
    await asAttacker('DELETE FROM audit_logs WHERE seq > $1', [middle.seq + 5]);
    await asAttacker('DELETE FROM audit_seals WHERE seq > $1', [middle.seq + 5]);
    expect((await verify()).found).toEqual([]);
    expect((await verify(anchors())).found).toMatchObject([{ kind: 'anchor_differs', lastGood: null }]);
  });

  it('tolerate and report a line that a power failure left unfinished', async () => {
    await new SealAnchors(dataDir, test.deps).keep();
    appendFileSync(anchorFile(dataDir), '{"position":21,"ha');
    await write('more');
    await sealRecords(test.deps);
    await new SealAnchors(dataDir, test.deps).keep();
    expect(anchors().map((anchor) => anchor?.position)).toEqual([20, undefined, 21]);
    expect((await verify(anchors())).found).toEqual([{ kind: 'anchor_unreadable' }]);
    expect(readFileSync(anchorFile(dataDir), 'utf8')).toContain('"position":21,"hash"');
  });
});
