import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { SECRETS } from './secret-files.ts';

it('reads from files exactly the settings that docs/OPERATIONS.md lists', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../../docs/OPERATIONS.md'), 'utf8');
  const [, list = ''] = /This works for (.*?)\. /s.exec(text) ?? [];
  const listed = [...list.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(SECRETS.toSorted());
});
