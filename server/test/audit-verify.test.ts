import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findRunningServer } from '../src/platform/db/embedded-postgres.ts';
import { runCommand } from './run-command.ts';
import { runLading } from './run-lading.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lading-verify-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const verify = async (settings: Record<string, string> = {}) => {
  const env = { LADING_DATA_DIR: dataDir, ...settings };
  const { code, stdout, stderr } = await runCommand('audit-verify', [], { env });
  return { code, output: stdout + stderr };
};

it('npm run audit:verify names the one record that was changed in the database, whether or not Lading is running', async () => {
  const lading = await runLading(dataDir, { NODE_ENV: 'test', LADING_FAST_TIMINGS: 'on' });
  for (let number = 0; number < 5; number += 1)
    await fetch(`${lading.url}${API.register}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `p${number}@shop.example`, password: 'a long password', full_name: 'P' }),
    });
  const client = new pg.Client({ connectionString: findRunningServer(dataDir)?.url('lading', 'superuser') });
  await client.connect();
  const isSealed = async () => (await client.query('SELECT FROM audit_unsealed')).rowCount === 0;
  while (!(await isSealed())) await sleep(100);
  const untouched = await verify();
  expect(untouched.output).toMatch(/^Checked 5 records and \d anchors\.$/m);
  expect(untouched.output).toMatch(/^Last seal: number 5, [\da-f]{64}$/m);
  expect(untouched.code).toBe(0);

  await client.query('SET session_replication_role = replica');
  const { rows } = await client.query(
    "UPDATE audit_logs SET ip_address = '10.0.0.1' WHERE seq = (SELECT seq FROM audit_seals WHERE position = 3) RETURNING log_id",
  );
  await client.end();
  for (const stop of [true, false]) {
    const { code, output } = await verify();
    expect(code).toBe(1);
    expect(output.match(/^CHANGED: record (\S+)/gm)).toEqual([`CHANGED: record ${rows[0].log_id}`]);
    expect(output).toContain('Problems found: 1.');
    if (stop) await lading.end('SIGTERM');
    // Stopping wrote the last seal to the anchor file.
    else expect(output).toMatch(/ [1-9]\d* anchors\./);
  }
}, 180_000);

it('npm run audit:verify does not create a data folder', async () => {
  const nowhere = join(dataDir, 'nothing');
  expect(await verify({ LADING_DATA_DIR: nowhere })).toEqual({
    code: 1,
    output: `There is no data in ${nowhere}.\n`,
  });
});
