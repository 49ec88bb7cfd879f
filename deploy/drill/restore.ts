import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { findMoneyFaults, waitForQuiet } from '../../server/test/money-checks.ts';
import { RestartableProcess } from '../../server/test/restartable-process.ts';
import type { Cluster } from './cluster.ts';
import { asUser, endProgram, runProgram, startProgram, waitUntil } from './programs.ts';
import { backupSettings, backupSettingsOf, dataOf, PASSWORDS } from './settings.ts';
import { type Site, settledPayments } from './site.ts';

const PORT = 5433;
const COMMANDS = resolve(import.meta.dirname, '../../server/src/commands');

/** A moment to restore, and the payments that had been confirmed to customers by then. */
export interface Moment {
  at: Date;
  paid: string[];
}

async function ask<T>(url: string, statement: string): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows[0];
  } finally {
    await client.end();
  }
}

/** Now, by the clock of the database. */
export async function noteMoment(cluster: Cluster, site: Site): Promise<Moment> {
  const paid = [...site.crowd.paid()];
  const { now } = await ask<{ now: Date }>(cluster.url('lading_app', 'primary'), 'SELECT now()');
  return { at: now, paid };
}

interface Restored {
  faults: string[];
  /** Payments before the moment, all of which must be there. */
  before: number;
  /** Acknowledged payments after the moment, which are not there. */
  after: number;
  /** What the two commands printed. */
  output: string;
}

/** Restores the database as it was at that moment, next to the cluster, and starts Lading on it. */
export async function restoreTo(moment: Moment, cluster: Cluster, site: Site): Promise<Restored> {
  await ask(cluster.url('postgres', 'primary'), 'SELECT pg_switch_wal()');
  const folder = join(cluster.folder, 'restored');
  mkdirSync(folder);
  if (cluster.user) chownSync(folder, cluster.user.uid, cluster.user.gid);
  const member = { name: 'restored', address: cluster.host, folder };
  writeFileSync(backupSettingsOf(member), backupSettings(member, cluster.repository));
  const asPostgres = (...command: string[]) => asUser([], cluster.user, command);
  await runProgram(
    asPostgres(
      'pgbackrest',
      `--config=${backupSettingsOf(member)}`,
      '--stanza=lading',
      '--type=time',
      `--target=${moment.at.toISOString().replace('T', ' ').replace('Z', '+00')}`,
      '--target-action=promote',
      'restore',
    ),
  );
  const postgres = startProgram(
    asPostgres(
      join(cluster.programs, 'postgres'),
      ...['-D', dataOf(member), '-p', String(PORT), '-k', folder, '-h', cluster.host],
      ...Object.entries(STANDALONE).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ...['hba', 'ident'].flatMap((name) => ['-c', `${name}_file=${dataOf(member)}/pg_${name}.conf`]),
    ),
    join(cluster.folder, 'restored.log'),
  );
  try {
    return await startLading(moment, cluster, site);
  } finally {
    await endProgram(postgres, 'SIGINT');
  }
}

/** The restored server has no standbys, and must not write to the backups of the cluster. */
const STANDALONE = { archive_mode: 'off', synchronous_standby_names: '' };

async function startLading(moment: Moment, cluster: Cluster, site: Site): Promise<Restored> {
  const url = (login: 'lading_owner' | 'lading_app') =>
    `postgresql://${login}:${PASSWORDS[login]}@${cluster.host}:${PORT}/lading`;
  const recovering = 'SELECT pg_is_in_recovery() AS "isRecovering"';
  await waitUntil('the restored server accepts writes', () =>
    ask<{ isRecovering: boolean }>(url('lading_app'), recovering).then(
      ({ isRecovering }) => !isRecovering,
      () => false,
    ),
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-drill-data-'));
  const env = {
    DATABASE_URL: url('lading_app'),
    DATABASE_OWNER_URL: url('lading_owner'),
    LADING_DATA_DIR: dataDir,
  };
  const run = async (command: string, ...args: string[]) =>
    (
      await promisify(execFile)(process.execPath, [join(COMMANDS, `${command}.ts`), ...args], {
        env: { PATH: process.env.PATH, ...env },
      })
    ).stdout;
  const lading = new RestartableProcess(dataDir, url('lading_owner'));
  const { db, close } = openDatabase(url('lading_app'), createLog('error'), 2);
  try {
    const reconciled = await run('reconcile', '--since', moment.at.toISOString());
    await lading.start();
    await waitForQuiet(db, undefined, 180_000);
    const faults = await findMoneyFaults(db);
    const there = new Set(await settledPayments(db));
    const lost = moment.paid.filter((id) => !there.has(id));
    faults.push(...lost.map((id) => `payment ${id} was acknowledged before the moment but is missing`));
    const after = site.crowd.paid().filter((id) => !there.has(id)).length;
    await lading.end('SIGTERM');
    const verified = await run('audit-verify');
    return { faults, before: moment.paid.length, after, output: `${reconciled}${verified}`.trim() };
  } finally {
    await close();
    await lading.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}
