import { expect, it } from 'vitest';
import { fileNameOf } from './content-disposition.ts';

it.each([
  ['attachment; filename="shipments-export-2026-11-15.csv"', 'shipments-export-2026-11-15.csv'],
  ['attachment;filename=dashboard-30d-2026-11-15.csv', 'dashboard-30d-2026-11-15.csv'],
  ['ATTACHMENT; FileName = "a b.csv"; size=3', 'a b.csv'],
  ['attachment', null],
  ['attachment; filename=""', null],
  ["attachment; filename*=UTF-8''x.csv", null],
  [null, null],
])('the file name in %j is %j', (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});
