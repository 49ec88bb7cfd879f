import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** In the data folder, so that commands find it when the service has a /tmp of its own. */
export const SOCKET_FOLDER = 'socket';
const MAX_SOCKET_FOLDER = 80;

export function chooseSocketFolder(dataDir: string, isOwnUser: boolean): string {
  const own = join(dataDir, SOCKET_FOLDER);
  // A socket's path has at most 103 characters on macOS and 107 on Linux, and another user may be unable to
  // enter the data folder.
  const fits = own.length <= MAX_SOCKET_FOLDER && isOwnUser;
  return fits ? own : sharedSocketFolder(dataDir);
}

export const sharedSocketFolder = (dataDir: string): string =>
  join(tmpdir(), hashedName(realpathSync(dataDir)));

/** Whether the server of this data folder may have its socket there. */
export function isSocketFolderOf(dataDir: string, path: string): boolean {
  // Earlier versions hashed the path of the data folder as it was given.
  const names = [realpathSync(dataDir), dataDir].map(hashedName);
  return names.includes(basename(path)) || isSameFolder(path, join(dataDir, SOCKET_FOLDER));
}

const hashedName = (path: string) => `lading-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`;

function isSameFolder(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}
