import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from './config.ts';
import { anchorFile, readAnchors } from './domains/audit/seal-anchors.ts';
import { type Finding, verifyRecords } from './domains/audit/verify-records.ts';
import { StartError } from './platform/app-error.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase, postgresCode } from './platform/db/database.ts';
import { joinDatabaseServer } from './platform/db/open-server.ts';
import { createLog } from './platform/log.ts';

/**
 * `npm run audit:verify`: holds every audit record against its seal, whether Lading is running or not, and names those that are not
 * as they were written. Changes nothing. Ends with 1 when there are any.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres')))
    throw new StartError(`There are no data in ${config.dataDir}.`);
  const anchors = readAnchors(anchorFile(config.dataDir));
  const log = createLog('error');
  const server = await joinDatabaseServer(config.dataDir, config.databaseUrl, log);
  const { db, close } = openDatabase(server.ownerUrl, log, 1);
  try {
    const deps = { db, clock: systemClock };
    const { records, last, findings } = await verifyRecords(deps, anchors, (finding) =>
      console.log(sentenceOf(finding)),
    );
    console.log(`${records} records and ${anchors.length} anchors were checked.`);
    if (last) console.log(`The last seal is number ${last.position}: ${last.hash}`);
    console.log(findings === 0 ? 'All is as it was written.' : `Not as it was written: ${findings}.`);
    if (findings > 0) process.exitCode = 1;
  } catch (error) {
    if (postgresCode(error) !== '42P01') throw error;
    throw new StartError('The records have no seals yet. Please start this version of Lading once.', {
      cause: error,
    });
  } finally {
    await close();
    await server.stop();
  }
}

function sentenceOf(finding: Finding): string {
  switch (finding.kind) {
    case 'changed':
      return `CHANGED: record ${finding.logId} (seal ${finding.position}, number ${finding.seq}) does not fit its seal.`;
    case 'removed':
      return `REMOVED: the record of seal ${finding.position} (number ${finding.seq}) is gone.`;
    case 'seal_replaced':
      return `SEAL REPLACED: seal ${finding.position} is another; its record ${finding.logId} (number ${finding.seq}) is as it was.`;
    case 'seals_missing':
      return `REMOVED: seals ${finding.from} to ${finding.to} are gone.`;
    case 'beside_the_seals':
      return `PUT IN: record ${finding.logId} (number ${finding.seq}, ${finding.recordedAt.toISOString()}) was never to be sealed.`;
    case 'not_sealed':
      return `NOT SEALED: record ${finding.logId} (number ${finding.seq}) waits for its seal since ${finding.recordedAt.toISOString()}; is Lading running?`;
    case 'removed_unsealed':
      return `REMOVED: record number ${finding.seq} is gone; it had no seal yet.`;
    case 'anchor_differs':
      return `REWRITTEN: seal ${finding.anchor.position} was ${finding.anchor.hash} at ${finding.anchor.at}. ${sinceWhen(finding)}`;
    case 'anchor_unreadable':
      return 'ANCHORS: a line of the file of anchors cannot be read.';
  }
}

const sinceWhen = ({ lastGood }: Finding & { kind: 'anchor_differs' }) =>
  lastGood
    ? `Records behind seal ${lastGood.position} (${lastGood.at}) are not to be trusted.`
    : 'No record before it is to be trusted either.';

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
