import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readPassword } from './read-password.ts';

/** What the person sees, and what the command gets. */
async function typed(keys: string) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  const password = readPassword(input, output);
  input.write(keys);
  const outcome = await password.catch((error: Error) => error.message);
  output.end();
  return { outcome, shown: await text(output) };
}

describe('the prompt for a password', () => {
  it('does not show what is typed', async () => {
    const { outcome, shown } = await typed('correct horse\r');
    expect([outcome, shown]).toEqual([
      'correct horse',
      'Password for the admin (not shown while you type): \n',
    ]);
  });

  it('lets typing errors be corrected', async () => {
    expect((await typed('correct horsf\x7fe\r')).outcome).toBe('correct horse');
  });

  it.each(['half\x03', '\x04'])('ends without a password on %j', async (keys) => {
    expect((await typed(keys)).outcome).toBe('No password was entered.');
  });
});

it('reads the first line of input that is not a terminal', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: false });
  input.end('correct horse\nsecond line\n');
  expect(await readPassword(input, new PassThrough())).toBe('correct horse');
});
