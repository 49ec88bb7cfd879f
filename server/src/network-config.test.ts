import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const STRICT = { LADING_SECURITY: 'strict' };
const eventsOf = (env: Record<string, string>) => readConfig(env).warnings.map(({ event }) => event);

describe('the connection to a database on another machine', () => {
  it.each([
    ['postgres://u:p@db.example/lading', 'without TLS'],
    ['postgres://u:p@db.example/lading?sslmode=prefer', 'without TLS'],
    ['postgres://u:p@db.example/lading?sslmode=no-verify', 'without checking its certificate'],
    ['postgres://u:p@db.example/lading?ssl=no-verify', 'without checking its certificate'],
    ['postgres://u:p@db.example/lading?uselibpqcompat=true&sslmode=require', 'without checking'],
  ])('prevents startup in strict with a one-sentence error: %s', (DATABASE_URL, reason) => {
    expect(() => readConfig({ ...STRICT, DATABASE_URL })).toThrow(
      `DATABASE_URL connects to another machine ${reason}`,
    );
    expect(() => readConfig({ NODE_ENV: 'production', DATABASE_URL })).toThrow('PRIVATE_NETWORK=on');
    expect(readConfig({ ...STRICT, DATABASE_URL, PRIVATE_NETWORK: 'on' }).databaseUrl).toBe(DATABASE_URL);
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  it('is checked for each of its settings', () => {
    const DATABASE_URL = 'postgres://u:p@db.example/lading?sslmode=verify-full';
    for (const name of ['DATABASE_OWNER_URL', 'DATABASE_SESSION_URL', 'DATABASE_REPLICA_URL'])
      expect(() => readConfig({ ...STRICT, DATABASE_URL, [name]: 'postgres://u:p@two.example/x' })).toThrow(
        `${name} connects to another machine without TLS`,
      );
  });

  it.each([
    'postgres://u:p@db.example/lading?sslmode=verify-full',
    'postgres://u:p@127.0.0.1/lading',
    'postgres://u@%2Fvar%2Frun%2Fpostgresql/lading',
  ])('may be %s in strict', (DATABASE_URL) => {
    expect(eventsOf({ ...STRICT, DATABASE_URL })).toEqual([]);
  });
});

describe('connections from other machines', () => {
  it('get a warning in strict when they are not encrypted', () => {
    const HOST = '0.0.0.0';
    const tls = { TLS_CERT_FILE: '/server.pem', TLS_KEY_FILE: '/server.key' };
    expect(eventsOf({ ...STRICT, HOST })).toEqual(['config.http_clear_text']);
    expect(eventsOf({ ...STRICT, HOST, PRIVATE_NETWORK: 'on' })).toEqual([]);
    expect(eventsOf({ ...STRICT, HOST, ...tls })).toEqual([]);
    expect(eventsOf({ ...STRICT })).toEqual([]);
    expect(eventsOf({ HOST })).toEqual([]);
  });

  it('need no proxy when the server has a certificate', () => {
    const tls = { TLS_CERT_FILE: '/server.pem', TLS_KEY_FILE: '/server.key' };
    const PUBLIC_URL = 'https://labels.example.com';
    expect(eventsOf({ PUBLIC_URL })).toEqual(['config.trust_proxy_missing']);
    expect(eventsOf({ PUBLIC_URL, ...tls })).toEqual([]);
    expect(readConfig(tls).tls).toEqual({ certFile: '/server.pem', keyFile: '/server.key', caFile: null });
  });

  it.each([
    [{ TLS_CERT_FILE: '/server.pem' }, 'TLS_CERT_FILE and TLS_KEY_FILE must be set together.'],
    [{ TLS_KEY_FILE: '/server.key' }, 'TLS_CERT_FILE and TLS_KEY_FILE must be set together.'],
    [{ TLS_CA_FILE: '/ca.pem' }, 'TLS_CA_FILE needs TLS_CERT_FILE and TLS_KEY_FILE.'],
  ])('stop the start when their settings are incomplete: %j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });
});
