import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { StartError } from '../platform/app-error.ts';

const PROMPT = 'Password for the admin (not shown while you type): ';

const droppingOutput = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Prompts for a password at a terminal; otherwise reads the first line of the input. */
export async function readPassword(input: Readable & { isTTY?: boolean }, output: Writable): Promise<string> {
  const isTerminal = input.isTTY === true;
  // As a terminal, so that readline shows the keys instead of the terminal itself: into an output that drops them.
  const lines = createInterface({ input, ...(isTerminal && { terminal: true, output: droppingOutput() }) });
  if (isTerminal) output.write(PROMPT);
  const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  lines.close();
  if (isTerminal) output.write('\n');
  if (line === undefined) throw new StartError('No password was entered.');
  return line;
}
