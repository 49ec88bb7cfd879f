import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { passwordProcess } from './password-process.ts';
import { Passwords } from './passwords.ts';

/** Longer than any wait on a busy machine. */
const PATIENT_MS = 60_000;
/** For tests of the queue, which does not depend on how long a hash takes. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

const expectIdle = (passwords: Passwords) =>
  expect.poll(() => passwords.state()).toEqual({ running: 0, waiting: 0 });

describe('the password queue', () => {
  it('runs at most one hash per slot at a time and finishes all waiting ones', async () => {
    const passwords = new Passwords(2, PATIENT_MS, CHEAP);
    const work = Array.from({ length: 12 }, (_, number) => passwords.hash(`password ${number}`));
    expect(passwords.state()).toEqual({ running: 2, waiting: 10 });
    await Promise.all(work);
    await expectIdle(passwords);
  });

  it('pauses after a login, but not after a signed-in caller', async () => {
    const passwords = new Passwords(1, PATIENT_MS, CHEAP);
    await passwords.hash('a');
    expect(passwords.state().running).toBe(1);
    await expectIdle(passwords);
    await passwords.hash('a', 'signed-in');
    expect(passwords.state().running).toBe(0);
  });

  it('rejects requests while fifty wait, and recovers afterward', async () => {
    const passwords = new Passwords(1, PATIENT_MS, CHEAP);
    const storm = Array.from({ length: 60 }, () =>
      passwords.hash('the same password').then(
        () => 'done',
        (error: AppError) => error,
      ),
    );
    const results = await Promise.all(storm);
    const refused = results.filter((result) => result instanceof AppError);
    expect(refused).toHaveLength(9);
    expect(refused[0]).toMatchObject({ code: 'OVERLOADED', status: 503, retryAfterSeconds: 2 });
    expect(await passwords.matches('x', await passwords.hash('x'))).toBe(true);
  });

  it('rejects a request that has waited too long', async () => {
    const passwords = new Passwords(1, 1);
    const first = passwords.hash('a');
    await expect(passwords.hash('b')).rejects.toMatchObject({ code: 'OVERLOADED', retryAfterSeconds: 2 });
    await first;
    await expectIdle(passwords);
  });

  it('leaves the main thread and its thread pool free', async () => {
    const passwords = new Passwords(4, PATIENT_MS);
    const hashes = Promise.all(Array.from({ length: 40 }, () => passwords.hash('a')));
    let hashing = true;
    hashes.then(() => {
      hashing = false;
    });
    // Node's thread pool has four threads; a file cannot be read while argon2 occupies all of them.
    for (let reads = 0; reads < 20; reads += 1) await readFile(import.meta.filename);
    expect(hashing).toBe(true);
    await hashes;
  });

  it('frees the slot of a failed check', async () => {
    const passwords = new Passwords(1);
    await expect(passwords.matches('x', 'not a hash')).rejects.toThrow('Decoding failed');
    await expectIdle(passwords);
  });

  it('never matches an account that does not exist', async () => {
    expect(await new Passwords().matches('', null)).toBe(false);
  });

  it('has no room for logins while fifty wait', async () => {
    const passwords = new Passwords(1, PATIENT_MS);
    const work = Array.from({ length: 51 }, () => passwords.hash('a').catch(() => {}));
    expect(() => passwords.requireRoom()).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
    await work[1];
    expect(() => passwords.requireRoom()).not.toThrow();
    await Promise.all(work);
  });

  it('serves signed-in callers before logins, even when the login queue is full', async () => {
    const passwords = new Passwords(1, PATIENT_MS);
    const order: string[] = [];
    const logins = Array.from({ length: 51 }, () => passwords.hash('a').then(() => order.push('login')));
    const signedIn = passwords.hash('b', 'signed-in').then(() => order.push('signed-in'));
    await signedIn;
    expect(order).toEqual(['login', 'signed-in']);
    await Promise.all(logins);
  });
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the process that hashes passwords', () => {
  it('is replaced when it is killed, and its work is done again', async () => {
    const passwords = new Passwords(2, PATIENT_MS);
    const work = Promise.all(['a', 'b', 'c'].map((password) => passwords.hash(password)));
    const killed = passwordProcess.pid ?? 0;
    process.kill(killed, 'SIGKILL');
    const hashes = await work;
    expect(new Set(hashes).size).toBe(3);
    expect(passwordProcess.pid).not.toBe(killed);
    expect(await passwords.matches('b', hashes[1] ?? '')).toBe(true);
    await expectIdle(passwords);
  });

  it.runIf(process.platform === 'linux')('has a low priority and none of our settings', async () => {
    await new Passwords().hash('a');
    const { pid } = passwordProcess;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, , , , , ...fields] = stat.slice(stat.lastIndexOf(')')).split(' ');
    expect(Number(fields[12])).toBeGreaterThan(0);
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0]);
    expect(names.filter((name) => name && !name.startsWith('NODE_CHANNEL'))).toEqual(['UV_THREADPOOL_SIZE']);
  });

  it('does not prevent the server from exiting, and exits with it', async () => {
    const script = `
      import { Passwords } from '${new URL('./passwords.ts', import.meta.url)}';
      import { passwordProcess } from '${new URL('./password-process.ts', import.meta.url)}';
      await new Passwords().hash('a');
      process.stdout.write(String(passwordProcess.pid));`;
    const server = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    let output = '';
    server.stdout.on('data', (data) => {
      output += data;
    });
    expect(await once(server, 'close')).toEqual([0, null]);
    expect(Number(output)).toBeGreaterThan(0);
    await expect.poll(() => isAlive(Number(output))).toBe(false);
  });
});
