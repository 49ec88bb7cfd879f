import { expect, it } from 'vitest';
import { StartError } from '../app-error.ts';
import { startProblem } from './start-problem.ts';

const problemOf = (error: object) => startProblem('/srv/lading', Object.assign(new Error('why'), error));

it.each([
  ['a file in the data folder', { path: '/srv/lading/postgres.log' }, 'LADING_DATA_DIR cannot be used: why.'],
  ['the data folder', { path: '/srv/lading' }, 'LADING_DATA_DIR cannot be used: why.'],
  ['another file', { path: '/tmp/lading-1' }, 'PostgreSQL cannot be run: why.'],
  ['a folder with a longer name', { path: '/srv/lading-2/file' }, 'PostgreSQL cannot be run: why.'],
  ['another file without permission', { code: 'EACCES', path: '/tmp/1' }, 'PostgreSQL cannot be run: why.'],
  [
    'a missing program',
    { syscall: 'spawn /x/postgres', code: 'ENOENT', path: '/x/postgres' },
    'PostgreSQL cannot be run: why.',
  ],
  ...['EACCES', 'EPERM'].map((code): [string, object, string] => [
    `a program without permission (${code})`,
    { syscall: 'spawn /srv/lading/postgres', code, path: '/srv/lading/postgres' },
    'PostgreSQL cannot be run: why. The user that runs PostgreSQL must be allowed to execute this file.',
  ]),
])('an error at the start about %s is reported in one sentence', (_what, error, sentence) => {
  expect(problemOf(error)).toEqual(new StartError(sentence));
});

it('other errors keep their stack', () => {
  expect(problemOf({ code: 'ECONNREFUSED' })).not.toBeInstanceOf(StartError);
});
