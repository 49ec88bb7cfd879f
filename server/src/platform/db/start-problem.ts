import { relative, sep } from 'node:path';
import pg from 'pg';
import { StartError } from '../app-error.ts';

/** Errors of the file system, such as a full disk, are the operator's to fix. */
export function startProblem(dataDir: string, error: unknown): unknown {
  const { path, code, syscall, message } = error as NodeJS.ErrnoException;
  if (error instanceof pg.DatabaseError || path === undefined) return error;
  if (syscall?.startsWith('spawn') || !isInside(dataDir, path)) {
    const isForbidden = syscall?.startsWith('spawn') && (code === 'EACCES' || code === 'EPERM');
    const advice = isForbidden ? ' The user that runs PostgreSQL must be allowed to execute this file.' : '';
    return new StartError(`PostgreSQL cannot be run: ${message}.${advice}`, { cause: error });
  }
  return unusableDataDir(error);
}

export const unusableDataDir = (error: unknown): StartError =>
  new StartError(`LADING_DATA_DIR cannot be used: ${(error as Error).message}.`, { cause: error });

const isInside = (folder: string, path: string) => relative(folder, path).split(sep)[0] !== '..';
