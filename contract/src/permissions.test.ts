import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  mayDo,
  PERMISSIONS,
  type Permission,
  permissionMessage,
  rolesWith,
  STAFF_ROLE_NAMES,
  STAFF_ROLES,
} from './permissions.ts';

const ALL = Object.keys(PERMISSIONS) as Permission[];

/** The table as OPERATIONS.md has it. */
function documentedTable(): string {
  const head = ['A person may …', 'Permission', ...STAFF_ROLES.map((role) => STAFF_ROLE_NAMES[role])];
  const rows = ALL.map((permission) => [
    PERMISSIONS[permission].allows,
    `\`${permission}\``,
    ...STAFF_ROLES.map((role) => (mayDo(role, permission) ? '✓' : '–')),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

describe('the table of permissions', () => {
  it('allows owners everything', () => {
    expect(ALL.filter((permission) => !mayDo('owner', permission))).toEqual([]);
  });

  it('lets read-only staff change nothing', () => {
    expect(
      ALL.filter((permission) => mayDo('read_only', permission) && !permission.endsWith('.read')),
    ).toEqual([]);
  });

  it.each([
    ['clients.write', 'clients.read'],
    ['clients.suspend', 'clients.read'],
    ['pricing.write', 'pricing.read'],
    ['pricing.write', 'clients.write'],
    ['refunds.create', 'shipments.read'],
    ['incidents.resolve', 'incidents.read'],
    // The dashboard shows recent activity and open incidents.
    ['analytics.read', 'audit.read'],
    ['analytics.read', 'incidents.read'],
    ['exports.read', 'analytics.read'],
    ['exports.read', 'audit.read'],
    ['exports.read', 'shipments.read'],
  ] as const)('gives %s only to roles with %s', (permission, needed) => {
    expect(rolesWith(permission).filter((role) => !mayDo(role, needed))).toEqual([]);
  });

  it('is the one in OPERATIONS.md', () => {
    const text = readFileSync(resolve(import.meta.dirname, '../../docs/OPERATIONS.md'), 'utf8');
    expect(text).toContain(documentedTable());
  });

  it('explains a refusal with the roles that would be allowed', () => {
    expect(permissionMessage('support', 'refunds.create')).toBe(
      'Your role (Support) doesn’t allow this. The required role is Owner or Finance.',
    );
    expect(permissionMessage('read_only', 'staff.manage')).toBe(
      'Your role (Read-only) doesn’t allow this. The required role is Owner.',
    );
    expect(permissionMessage('read_only', 'clients.write')).toBe(
      'Your role (Read-only) doesn’t allow this. The required role is Owner, Finance or Support.',
    );
  });
});
