import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { StartError } from '../app-error.ts';
import { listenProblem } from './listen-problem.ts';

const failure = (code: string) => Object.assign(new Error(`listen ${code}`), { code });
const at = { host: '127.0.0.1', port: 80 };

const failureToListen = (port: number, host: string): Promise<NodeJS.ErrnoException> =>
  new Promise((done) => createServer().once('error', done).listen(port, host));

describe('a port that cannot be opened', () => {
  it('is explained in one sentence when it is privileged', () => {
    const problem = listenProblem(at, failure('EACCES'));
    expect(problem).toBeInstanceOf(StartError);
    expect(problem.message).toBe(
      'This user may not listen on port 80; set PORT to 1024 or above and put a proxy in front.',
    );
  });

  it('is explained in one sentence when it is in use', async () => {
    const first = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => first.once('listening', done));
    const { port } = first.address() as { port: number };
    const error = await failureToListen(port, '127.0.0.1');
    expect(listenProblem({ ...at, port }, error).message).toBe(
      `Port ${port} is already in use; set PORT to another port.`,
    );
    first.close();
  });

  it.each(['203.0.113.7', 'nowhere.invalid'])(
    'is explained in one sentence on the address %s',
    async (host) => {
      const error = await failureToListen(0, host);
      expect(listenProblem({ host, port: 0 }, error).message).toBe(
        `HOST=${host} is not an address of this machine; use 127.0.0.1, 0.0.0.0 or another address of this machine.`,
      );
    },
  );

  it('keeps an error that it does not know', () => {
    const error = failure('EMFILE');
    expect(listenProblem(at, error)).toBe(error);
  });
});
