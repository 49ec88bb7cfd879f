import { statfsSync } from 'node:fs';
import type { Log } from './log.ts';

const GB = 1e9;
const MIN_FREE_BYTES = GB;
const MIN_FREE_SHARE = 0.05;

export interface DiskSpace {
  freeBytes: number;
  /** A full disk stops the database, so the operator must know before. */
  isLow: boolean;
}

type ReadDisk = (folder: string) => { bavail: number; blocks: number; bsize: number };

/** The free space of the data folder. Logs when it becomes low, and when it no longer is. */
export function diskSpaceOf(folder: string, log: Log, readDisk: ReadDisk = statfsSync): () => DiskSpace {
  let wasLow = false;
  return () => {
    const disk = read(readDisk, folder);
    if (!disk) return { freeBytes: Number.NaN, isLow: false };
    const { bavail, blocks, bsize } = disk;
    const freeBytes = bavail * bsize;
    const isLow = freeBytes < MIN_FREE_BYTES || bavail < blocks * MIN_FREE_SHARE;
    if (isLow && !wasLow)
      log.error(
        { event: 'disk.low', folder, freeBytes },
        `The disk that holds the data folder is almost full: ${(freeBytes / GB).toFixed(1)} GB free`,
      );
    if (!isLow && wasLow) log.info({ event: 'disk.enough', folder, freeBytes }, 'The disk has space again');
    wasLow = isLow;
    return { freeBytes, isLow };
  };
}

function read(readDisk: ReadDisk, folder: string): ReturnType<ReadDisk> | null {
  try {
    return readDisk(folder);
  } catch {
    return null;
  }
}
