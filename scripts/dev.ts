import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { BIN, ROOT } from './steps.ts';

/** The server restarts when its code changes. Vite serves the web application and proxies the API to the server. */
const env = { ...process.env, PORT: process.env.PORT ?? '3000', LADING_WEB: 'off' };
const children = [
  spawn(process.execPath, ['--watch-path=server/src', '--watch-path=contract/src', 'server/src/main.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
    env,
  }),
  spawn(resolve(BIN, 'vite'), ['--clearScreen=false'], {
    cwd: resolve(ROOT, 'web'),
    stdio: 'inherit',
    env: { ...process.env, LADING_API_PORT: env.PORT },
  }),
];
for (const child of children) {
  child.on('exit', () => {
    for (const other of children) other.kill('SIGTERM');
  });
}
// Ctrl-C reaches the children too; wait for them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
