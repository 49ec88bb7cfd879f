import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digest, newSecret } from '../../src/platform/ids.ts';
import { buildTestApp, type TestApp } from '../build-test-app.ts';
import { bearer, logInAs, makeUser } from '../factories.ts';

let test: TestApp;
let port: number;
let userId: string;
let token: string;
beforeAll(async () => {
  test = await buildTestApp();
  const user = await makeUser(test, { role: 'admin' });
  userId = user.id;
  token = (await logInAs(test, user)).token;
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as { port: number }).port;
});
afterAll(() => test.close());

const statusWith = async (sent: string) =>
  (await test.inject({ url: API.adminAuditLogs, headers: bearer(sent) })).statusCode;

const unsigned = (claims: object) =>
  [{ alg: 'none', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');

describe('a session token', () => {
  it('is not accepted when it is forged or altered (AU15)', async () => {
    const swapCase = (value: string) =>
      value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
    const forged = [
      newSecret(),
      userId,
      userId.replaceAll('-', '').padEnd(43, '0'),
      `${unsigned({ sub: userId, role: 'admin' })}.`,
      token.slice(0, -1),
      `${token}A`,
      ` ${token}`,
      token.replace(/[A-Za-z]/, swapCase),
      digest(token).toString('base64url'),
      digest(token).toString('hex'),
      '',
    ];
    for (const sent of forged) expect([sent, await statusWith(sent)]).toEqual([sent, 401]);
    expect(await statusWith(token)).toBe(200);
  });

  it('is stored only as its digest (AU15)', async () => {
    const sessions = await test.deps.db.selectFrom('sessions').selectAll().execute();
    expect(sessions.map(({ token_hash }) => token_hash)).toEqual([digest(token)]);
    expect(JSON.stringify(sessions)).not.toContain(token);
  });

  it('is read from the Authorization header only (AU16)', async () => {
    for (const name of ['token', 'access_token', 'authorization'])
      expect((await test.inject({ url: `${API.verify}?${name}=${token}` })).statusCode).toBe(401);
    for (const headers of [
      { cookie: `token=${token}; session=${token}` },
      { 'x-access-token': token },
      { authorization: token },
      { authorization: `bearer ${token}` },
      { authorization: `Basic ${token}` },
      { authorization: `Bearer  ${token}` },
      { authorization: `Bearer ${token}, Bearer ${token}` },
    ] as Record<string, string>[])
      expect([headers, (await test.inject({ url: API.verify, headers })).statusCode]).toEqual([headers, 401]);
  });

  it('is read from the first of two Authorization headers (AU16)', async () => {
    const statusOf = async (...tokens: string[]) => {
      const socket = connect(port, '127.0.0.1');
      const headers = tokens.map((each) => `Authorization: Bearer ${each}\r\n`).join('');
      socket.write(`GET ${API.verify} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`);
      return Number((await text(socket)).split(' ')[1]);
    };
    expect(await statusOf(token, newSecret())).toBe(200);
    expect(await statusOf(newSecret(), token)).toBe(401);
  });
});
