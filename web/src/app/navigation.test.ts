import { expect, it } from 'vitest';
import { ANALYTICS_KEYS, adminNavigation } from './navigation.ts';

it('gives each page that an owner can open its own shortcut', () => {
  const owner = { id: 'u1', name: 'Morgan Hale', email: 'morgan@lading.example', phone: null } as const;
  const keys = adminNavigation({ ...owner, role: 'admin', staffRole: 'owner' }).map((entry) => entry.keys);
  const all = [...keys, ANALYTICS_KEYS];
  expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([]);
});
