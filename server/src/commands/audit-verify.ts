import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { readAnchors } from '../domains/audit/seal-anchors.ts';
import { type Finding, verifyRecords } from '../domains/audit/verify-records.ts';
import { anchorFile } from '../platform/anchor-file.ts';
import { StartError } from '../platform/app-error.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase, postgresCode } from '../platform/db/database.ts';
import { createLog } from '../platform/log.ts';
import { joinServer } from './join-server.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run audit:verify`: checks every audit record against its seal, whether Lading is running or not, and
 * lists records that were changed. Read-only. Exits with code 1 if it finds any.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres')))
    throw new StartError(`There is no data in ${config.dataDir}.`);
  const anchors = readAnchors(anchorFile(config.dataDir));
  const log = createLog('error');
  const server = await joinServer(config, log);
  const { db, close } = openDatabase(server.appUrl, log, 1);
  try {
    const deps = { db, clock: systemClock };
    const { records, last, findings } = await verifyRecords(deps, anchors, (finding) =>
      console.log(sentenceOf(finding)),
    );
    console.log(`Checked ${records} records and ${anchors.length} anchors.`);
    if (last) console.log(`Last seal: number ${last.position}, ${last.hash}`);
    console.log(findings === 0 ? 'No record was changed.' : `Problems found: ${findings}.`);
    if (findings > 0) process.exitCode = 1;
  } catch (error) {
    if (postgresCode(error) !== '42P01') throw error;
    throw new StartError(
      'The records have no seals yet. Start this version of Lading once, then try again.',
      {
        cause: error,
      },
    );
  } finally {
    await close();
    await server.stop();
  }
}

function sentenceOf(finding: Finding): string {
  switch (finding.kind) {
    case 'changed':
      return `CHANGED: record ${finding.logId} (seal ${finding.position}, number ${finding.seq}) does not match its seal.`;
    case 'removed':
      return `REMOVED: the record of seal ${finding.position} (number ${finding.seq}) is missing.`;
    case 'seal_replaced':
      return `SEAL REPLACED: seal ${finding.position} was replaced; its record ${finding.logId} (number ${finding.seq}) is unchanged.`;
    case 'seals_missing':
      return `REMOVED: seals ${finding.from} to ${finding.to} are missing.`;
    case 'inserted':
      return `INSERTED: record ${finding.logId} (number ${finding.seq}, ${finding.recordedAt.toISOString()}) was added outside the application.`;
    case 'not_sealed':
      return `NOT SEALED: record ${finding.logId} (number ${finding.seq}) has been waiting for its seal since ${finding.recordedAt.toISOString()}. Is Lading running?`;
    case 'removed_unsealed':
      return `REMOVED: record number ${finding.seq} is missing; it had no seal yet.`;
    case 'anchor_differs':
      return `REWRITTEN: seal ${finding.anchor.position} was ${finding.anchor.hash} at ${finding.anchor.at}. ${sinceWhen(finding)}`;
    case 'anchor_unreadable':
      return 'ANCHORS: the anchor file has an unreadable line.';
  }
}

const sinceWhen = ({ lastGood }: Finding & { kind: 'anchor_differs' }) =>
  lastGood
    ? `Do not trust records after seal ${lastGood.position} (${lastGood.at}).`
    : 'No earlier anchor matches, so do not trust any record.';

runCommand(main);
