import { constants } from 'node:os';
import { StartError } from '../platform/app-error.ts';
import { nameSourcesInStacks } from '../platform/source-maps.ts';

/** As long as Lading may take to stop. */
const STOP_DEADLINE_MS = 45_000;
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
    // Errors after an interrupt are expected.
    if (interrupted) return;
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  });
}

async function interrupt(signal: (typeof SIGNALS)[number]): Promise<void> {
  // After Ctrl-C, npm passes on the signal that the command already got from the terminal.
  if (interrupted) return;
  interrupted = true;
  console.error('Stopping …');
  const exit = () => process.exit(128 + constants.signals[signal]);
  setTimeout(exit, STOP_DEADLINE_MS);
  // Connections break when the database stops.
  process.on('uncaughtException', () => {});
  for (const close of opened.toReversed()) await close().catch(() => {});
  exit();
}
