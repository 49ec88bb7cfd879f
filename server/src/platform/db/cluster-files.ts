import { lchownSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerUser } from './server-user.ts';

/** A folder that still has files stays. */
export function removeEmptyFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // The next start uses it again.
  }
}

export function chownTree(folder: string, { uid, gid }: ServerUser): void {
  if (statSync(folder).uid === uid) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
  }
  lchownSync(folder, uid, gid);
}
