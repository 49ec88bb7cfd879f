import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { Passwords } from './passwords.ts';

describe('the password queue', () => {
  it('runs at most one hash per slot at a time and finishes all waiting ones', async () => {
    const passwords = new Passwords(2);
    const work = Array.from({ length: 12 }, (_, number) => passwords.hash(`password ${number}`));
    expect(passwords.state()).toEqual({ running: 2, waiting: 10 });
    await Promise.all(work);
    expect(passwords.state()).toEqual({ running: 0, waiting: 0 });
  });

  it('rejects requests while fifty wait, and recovers afterward', async () => {
    const passwords = new Passwords(1);
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

  it('frees the slot of a failed check', async () => {
    const passwords = new Passwords(1);
    await expect(passwords.matches('x', 'not a hash')).rejects.toThrow('Decoding failed');
    expect(passwords.state().running).toBe(0);
  });

  it('never matches an account that does not exist', async () => {
    expect(await new Passwords().matches('', null)).toBe(false);
  });
});
