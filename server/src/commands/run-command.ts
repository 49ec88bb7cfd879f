import { constants } from 'node:os';
import { StartError } from '../platform/app-error.ts';
import { nameSourcesInStacks } from '../platform/source-maps.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What to clean up when a signal ends the command, in the order of opening. */
const opened: (() => Promise<void>)[] = [];
let interrupted = false;

export const onInterrupt = (close: () => Promise<void>): void => {
  opened.push(close);
};

/** Runs a command line program. Expected errors print one sentence, all others their stack. */
export function runCommand(main: () => Promise<void>): void {
  nameSourcesInStacks(process.argv[1]);
  for (const signal of SIGNALS) process.on(signal, () => void interrupt(signal));
  main().catch((error: unknown) => {
    // The command has lost what it was using.
    if (interrupted) return;
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  });
}

async function interrupt(signal: (typeof SIGNALS)[number]): Promise<void> {
  // After Ctrl-C, npm passes on the signal that the command already got from the terminal.
  if (interrupted) return;
  interrupted = true;
  // Connections break when the database stops.
  process.on('uncaughtException', () => {});
  for (const close of opened.toReversed()) await close().catch(() => {});
  process.exit(128 + constants.signals[signal]);
}
