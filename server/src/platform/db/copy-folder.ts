import { type Dirent, lstatSync, mkdirSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { StartError } from '../app-error.ts';

/**
 * Copies the files behind symbolic links, because a link would make the copy share them. Another process may delete
 * files meanwhile. Not synchronous, so that the command can be interrupted and a Lading that is started during the
 * copy can ask this process who holds the folder.
 */
export async function copyFolder(
  source: string,
  target: string,
  isWanted: (path: string) => boolean,
): Promise<void> {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  if (`${realpathSync(target)}${sep}`.startsWith(`${realpathSync(source)}${sep}`))
    throw new StartError(`${source} cannot be copied into itself. Choose a folder outside of it.`);
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const path = join(source, entry.name);
    if (!isWanted(path)) continue;
    await copyEntry(entry, path, join(target, entry.name), isWanted).catch((error: unknown) => {
      // Otherwise it was deleted after it was listed.
      if (lstatSync(path, { throwIfNoEntry: false })) throw error;
    });
  }
}

async function copyEntry(
  entry: Dirent,
  source: string,
  target: string,
  isWanted: (path: string) => boolean,
): Promise<void> {
  const kind = entry.isSymbolicLink() ? behindLink(source) : entry;
  if (kind.isDirectory()) await copyFolder(source, target, isWanted);
  else if (kind.isFile()) await copyFile(source, target);
  else throw new StartError(`${source} cannot be copied: it is neither a file nor a folder.`);
}

function behindLink(link: string): Stats {
  const stats = statSync(link, { throwIfNoEntry: false });
  if (stats) return stats;
  throw new StartError(`${link} is a symbolic link whose target cannot be read. Is its disk mounted?`);
}
