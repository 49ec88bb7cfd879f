import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { diskSpaceOf } from './disk-space.ts';
import { createLog } from './log.ts';

const GB = 1e9;

it('warns once before the disk is full: below 1 GB or 5 percent', () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)).msg);
      done();
    },
  });
  let disk = { bavail: 10 * GB, blocks: 100 * GB, bsize: 1 };
  const space = diskSpaceOf('/data', createLog('info', sink), () => disk);
  const isLowWith = (bavail: number, blocks: number) => {
    disk = { bavail, blocks, bsize: 1 };
    return space().isLow;
  };
  expect(isLowWith(10 * GB, 100 * GB)).toBe(false);
  expect(isLowWith(4 * GB, 100 * GB)).toBe(true);
  expect(isLowWith(0.9 * GB, 4 * GB)).toBe(true);
  expect(isLowWith(1.1 * GB, 4 * GB)).toBe(false);
  expect(lines).toEqual([
    'The disk that holds the data folder is almost full: 4.0 GB free',
    'The disk has space again',
  ]);
});
