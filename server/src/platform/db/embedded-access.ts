import { chmodSync, chownSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { ServerUser } from './server-user.ts';

const MAP = 'lading';

/**
 * Lets only the operating system's users that run Lading and its PostgreSQL connect, as any role. There are no
 * passwords to keep: these users can read the data files anyway. Written at every start,
 * because a restored copy may belong to another user.
 */
export function writeAccessRules(clusterDir: string, serverUser: ServerUser | null): void {
  const users = new Set(['root', userInfo().username, ...(serverUser ? nameOf(serverUser.uid) : [])]);
  write(
    join(clusterDir, 'pg_ident.conf'),
    [...users].map((user) => `${MAP} "${user}" all`),
    serverUser,
  );
  write(
    join(clusterDir, 'pg_hba.conf'),
    [`local all all peer map=${MAP}`, `local replication all peer map=${MAP}`],
    serverUser,
  );
}

function write(file: string, lines: readonly string[], serverUser: ServerUser | null): void {
  const unfinished = `${file}.new`;
  const text = ['# Written by Lading at every start.', ...lines, ''].join('\n');
  writeFileSync(unfinished, text, { mode: 0o600 });
  chmodSync(unfinished, 0o600);
  if (serverUser) chownSync(unfinished, serverUser.uid, serverUser.gid);
  renameSync(unfinished, file);
}

function nameOf(uid: number): string[] {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((user) => Number(user.split(':')[2] || Number.NaN) === uid);
  return line ? [line.split(':')[0] ?? ''] : [];
}
