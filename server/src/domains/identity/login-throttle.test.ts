import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeUser, PASSWORD, postLogin } from '../../../test/factories.ts';
import { hours, minutes } from '../../platform/clock.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

describe('password guessing', () => {
  const guess = (email: string, ip: string) => postLogin(test, email, 'a wrong guess', {}, ip);

  it('stops after ten failures for one account from one IP address, until the window ends', async () => {
    const user = await makeUser(test);
    const startedAt = test.clock.now().getTime();
    for (let number = 0; number < 10; number += 1) {
      test.clock.advance(minutes(1));
      expect((await guess(user.email, '10.2.0.1')).statusCode).toBe(401);
    }
    const refused = await postLogin(test, user.email, PASSWORD, {}, '10.2.0.1');
    expect([refused.statusCode, refused.json().error, refused.json().message]).toEqual([
      429,
      'TOO_MANY_ATTEMPTS',
      'Too many failed attempts. Please wait 6 minutes, or reset your password.',
    ]);
    // Until 15 minutes after the first failure.
    expect(refused.headers['retry-after']).toBe('360');
    expect((await postLogin(test, user.email, PASSWORD, {}, '10.2.0.2')).statusCode).toBe(200);
    test.clock.advance(startedAt + minutes(16) - test.clock.now().getTime());
    expect((await postLogin(test, user.email, PASSWORD, {}, '10.2.0.1')).statusCode).toBe(200);
  });

  it('makes each guess after the fifth wait longer, and says how long (AU01)', async () => {
    const user = await makeUser(test);
    for (let number = 0; number < 6; number += 1)
      expect((await guess(user.email, '10.2.2.1')).statusCode).toBe(401);
    for (const [seconds, words] of [
      [1, '1 second'],
      [2, '2 seconds'],
      [4, '4 seconds'],
    ] as const) {
      const early = await guess(user.email, '10.2.2.1');
      expect([early.statusCode, early.headers['retry-after']]).toEqual([429, String(seconds)]);
      expect(early.json().message).toContain(`Please wait ${words},`);
      test.clock.advance(seconds * 1000 - 1);
      expect((await guess(user.email, '10.2.2.1')).statusCode).toBe(429);
      test.clock.advance(1);
      expect((await guess(user.email, '10.2.2.1')).statusCode).toBe(401);
    }
    expect((await postLogin(test, user.email, PASSWORD, {}, '10.2.2.2')).statusCode).toBe(200);
    test.clock.advance(8000);
    expect((await postLogin(test, user.email, PASSWORD, {}, '10.2.2.1')).statusCode).toBe(200);
  });

  it('records once that further attempts are blocked', async () => {
    const user = await makeUser(test);
    for (let number = 0; number < 12; number += 1) {
      test.clock.advance(minutes(1));
      await guess(user.email, '10.2.3.1');
    }
    const events = await test.deps.db
      .selectFrom('audit_logs')
      .select('details')
      .where('user_id', '=', user.id)
      .execute();
    expect(events.filter(({ details }) => String(details?.error).includes('blocked'))).toHaveLength(1);
  });

  it('treats an email address without an account the same', async () => {
    for (let number = 0; number < 10; number += 1) {
      test.clock.advance(minutes(1));
      await guess('ghost@shop.example', '10.2.1.1');
    }
    expect((await guess('ghost@shop.example', '10.2.1.1')).statusCode).toBe(429);
  });

  it('stops one IP address that tries many accounts, and locks none of them (AU02)', async () => {
    const victim = await makeUser(test);
    for (let number = 0; number < 60; number += 1) await guess(`victim${number}@shop.example`, '10.3.0.1');
    expect((await guess(victim.email, '10.3.0.1')).statusCode).toBe(429);
    expect((await postLogin(test, victim.email, PASSWORD, {}, '10.3.0.2')).statusCode).toBe(200);
  });

  it('stops guesses from many IP addresses, but not the owner at an address where they are signed in (AU01, AU03)', async () => {
    const victim = await makeUser(test);
    expect((await postLogin(test, victim.email, PASSWORD, {}, '10.4.0.1')).statusCode).toBe(200);
    for (let number = 0; number < 100; number += 1) await guess(victim.email, `10.4.1.${number}`);
    expect((await postLogin(test, victim.email, PASSWORD, {}, '10.4.2.1')).statusCode).toBe(429);
    expect((await postLogin(test, victim.email, PASSWORD, {}, '10.4.0.1')).statusCode).toBe(200);
  });

  it('counts every concurrent failure', async () => {
    const allHaveRead = Promise.withResolvers<void>();
    const { passwords } = test.deps;
    const matches = passwords.matches.bind(passwords);
    let arrived = 0;
    const compared = vi.spyOn(passwords, 'matches').mockImplementation(async (...given) => {
      arrived += 1;
      if (arrived === 10) allHaveRead.resolve();
      await allHaveRead.promise;
      return matches(...given);
    });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => guess('parallel@shop.example', '10.5.0.1')),
    );
    compared.mockRestore();
    expect(answers.every((answer) => answer.statusCode === 401)).toBe(true);
    expect((await guess('parallel@shop.example', '10.5.0.1')).statusCode).toBe(429);
  });

  it('counts all addresses of an IPv6 network of 64 bits as one', async () => {
    const user = await makeUser(test);
    for (let number = 1; number <= 10; number += 1) {
      test.clock.advance(minutes(1));
      expect((await guess(user.email, `2001:db8::${number.toString(16)}`)).statusCode).toBe(401);
    }
    expect((await postLogin(test, user.email, PASSWORD, {}, '2001:db8::b')).statusCode).toBe(429);
    expect((await postLogin(test, user.email, PASSWORD, {}, '2001:db8:0:1::b')).statusCode).toBe(200);
  });

  it('counts an IPv4 address that is written as IPv6 as this IPv4 address', async () => {
    const user = await makeUser(test);
    for (let number = 0; number < 10; number += 1) {
      test.clock.advance(minutes(1));
      expect((await guess(user.email, '::ffff:10.6.0.1')).statusCode).toBe(401);
    }
    expect((await postLogin(test, user.email, PASSWORD, {}, '10.6.0.1')).statusCode).toBe(429);
    expect((await postLogin(test, user.email, PASSWORD, {}, '::ffff:10.6.0.2')).statusCode).toBe(200);
  });

  it('does not lock out the owner in an IPv6 network where they are signed in', async () => {
    const victim = await makeUser(test);
    expect((await postLogin(test, victim.email, PASSWORD, {}, '2001:db8:1:1::1')).statusCode).toBe(200);
    for (let number = 0; number < 100; number += 1)
      await guess(victim.email, `2001:db8:2:${number.toString(16)}::1`);
    expect((await postLogin(test, victim.email, PASSWORD, {}, '2001:db8:1:2::1')).statusCode).toBe(429);
    expect((await postLogin(test, victim.email, PASSWORD, {}, '2001:db8:1:1::2')).statusCode).toBe(200);
  });

  it('locks an address whose session has expired, like any other', async () => {
    const victim = await makeUser(test);
    expect((await postLogin(test, victim.email, PASSWORD, {}, '10.7.0.1')).statusCode).toBe(200);
    test.clock.advance(hours(12));
    for (let number = 0; number < 100; number += 1) await guess(victim.email, `10.7.1.${number}`);
    expect((await postLogin(test, victim.email, PASSWORD, {}, '10.7.0.1')).statusCode).toBe(429);
  });
});
