import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { diskSpaceOf } from './disk-space.ts';
import { createLog } from './log.ts';

const GIB = 1024 ** 3;

it('warns once before the disk is full: below 1 GB or 5 percent', () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)).event);
      done();
    },
  });
  let disk = { bavail: 10 * GIB, blocks: 100 * GIB, bsize: 1 };
  const space = diskSpaceOf('/data', createLog('info', sink), () => disk);
  const isLowWith = (bavail: number, blocks: number) => {
    disk = { bavail, blocks, bsize: 1 };
    return space().isLow;
  };
  expect(isLowWith(10 * GIB, 100 * GIB)).toBe(false);
  expect(isLowWith(4 * GIB, 100 * GIB)).toBe(true);
  expect(isLowWith(0.9 * GIB, 4 * GIB)).toBe(true);
  expect(isLowWith(1.1 * GIB, 4 * GIB)).toBe(false);
  expect(lines).toEqual(['disk.low', 'disk.enough']);
});
