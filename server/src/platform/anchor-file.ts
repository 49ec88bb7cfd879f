import { join } from 'node:path';

/**
 * The newest seals of the audit log, outside the database: someone who rewrites records and all later seals still contradicts
 * this file. A data folder has it once Lading has run for a while.
 */
export const anchorFile = (dataDir: string): string => join(dataDir, 'audit-anchors.jsonl');
