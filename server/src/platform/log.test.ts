import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RepeatedProblems } from './log.ts';

it('a repeated problem is written once per period, with the number of times', async () => {
  const problems = new RepeatedProblems(50);
  const written: string[] = [];
  const note = (cause: string) => problems.note(cause, (times) => written.push(`${times} × ${cause}`));
  note('database');
  note('database');
  note('disk');
  note('database');
  expect(written).toEqual(['1 × database', '1 × disk']);
  await sleep(60);
  note('database');
  expect(written).toEqual(['1 × database', '1 × disk', '3 × database']);
});

describe('a process that ends its log', () => {
  const program = `
    import { setTimeout as sleep } from 'node:timers/promises';
    import { createLog, endLog } from '${import.meta.resolve('./log.ts')}';
    const log = createLog('info');
    process.stdin.on('end', async () => {
      for (const wait of process.argv.slice(1)) {
        log.info('early');
        await sleep(Number(wait));
      }
      for (const line of ['first', 'second', 'third']) log.info(line);
      await endLog(log);
      process.exit(0);
    }).resume();`;
  const start = (...args: string[]) =>
    spawn(process.execPath, ['--input-type=module', '--eval', program, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });

  it('has written all lines', async () => {
    const child = start();
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stdin.end();
    const [code] = await once(child, 'close');
    expect([code, output.match(/first|second|third/g)]).toEqual([0, ['first', 'second', 'third']]);
  });

  it.each([
    ['before the first line', []],
    ['earlier', ['100']],
  ])('exits even if the reader of the log disconnected %s', async (_when, args) => {
    const child = start(...args);
    child.stdout.destroy();
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
