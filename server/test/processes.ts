import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const hasProc = process.platform === 'linux';

/** The ids of the processes that this process started. */
export function childrenOf(pid: number): number[] {
  const text = hasProc
    ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    : execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return text.trim().split(/\s+/).filter(Boolean).map(Number);
}

/** Zero when the system does not report it. */
export const countOpenFiles = (pid: number | null): number =>
  pid === null || !hasProc ? 0 : readdirSync(`/proc/${pid}/fd`).length;
