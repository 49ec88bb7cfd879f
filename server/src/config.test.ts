import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('settings', () => {
  it('all have defaults', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: null,
      databaseUrl: null,
      demo: true,
      rateLimits: true,
      logLevel: 'warn',
      firstAdmin: null,
      corsOrigins: [],
    });
    expect(config.dataDir).toMatch(/\/data$/);
  });

  it.each([
    [{ PORT: 'http' }, 'PORT must be a number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535.'],
    [
      { PUBLIC_URL: 'labels.example.com' },
      'PUBLIC_URL must be an address such as https://labels.example.com.',
    ],
    [{ PUBLIC_URL: 'ftp://x' }, 'PUBLIC_URL must be an address such as https://labels.example.com.'],
    [
      { HOST: 'fe80::1%eth0' },
      'HOST=fe80::1%eth0 has a zone, which links cannot contain. Set PUBLIC_URL to the address users open.',
    ],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgres:// or postgresql://.'],
    [
      { DATABASE_REPLICA_URL: 'mysql://x' },
      'DATABASE_REPLICA_URL must start with postgres:// or postgresql://.',
    ],
    [{ DATABASE_URL: 'postgres://u:p@h1:5432,h2:5432/lading' }, 'DATABASE_URL must name one host;'],
    [{ DATABASE_URL: 'postgres://u:p%zz@host/lading' }, 'DATABASE_URL must be an address such as'],
    [{ DATABASE_OWNER_URL: 'postgres://u:p@ss/word@host:x/lading' }, 'DATABASE_OWNER_URL must be an address'],
    [{ TRUST_PROXY: '10.0.0.5,proxy' }, 'TRUST_PROXY contains "proxy", which is not an address or network'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY contains "10.0.0.0/33", which is not'],
    [{ TIME_ZONE: '+02:30' }, 'TIME_ZONE must be a name such as America/New_York.'],
    [{ STRIPE_SECRET_KEY_FILE: '/nowhere/key' }, 'STRIPE_SECRET_KEY_FILE cannot be read: ENOENT'],
    [{ SMTP_URL: 'smtp://a', SMTP_URL_FILE: '/x' }, 'Set either SMTP_URL or SMTP_URL_FILE, not both.'],
    [{ LADING_RATE_LIMITS: 'yes' }, 'LADING_RATE_LIMITS must be "on" or "off".'],
    [{ LADING_DEMO: '1' }, 'LADING_DEMO must be "on" or "off".'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be development, test or production.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.'],
    [{ ADMIN_EMAIL: 'a@b.example' }, 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.'],
    [{ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL is not an email address.'],
    [
      { ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'short' },
      'ADMIN_PASSWORD must have at least 8 characters.',
    ],
    [
      { LADING_SECURITY: 'strict', ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'password' },
      'ADMIN_PASSWORD is easy to guess. Choose another one.',
    ],
    [
      { NODE_ENV: 'production', ADMIN_EMAIL: 'boss@shop.example', ADMIN_PASSWORD: 'Boss-Shop-1' },
      'ADMIN_PASSWORD is easy to guess. Choose another one.',
    ],
    [
      { NODE_ENV: 'production', METRICS_TOKEN: 'changemechangeme' },
      'METRICS_TOKEN is easy to guess. Use a random value.',
    ],
    [{ SESSION_IDLE_MINUTES: 'soon' }, 'SESSION_IDLE_MINUTES must be a number from 0 to 525600.'],
    [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS must be a number from 0 to 600.'],
    [{ LADING_MIGRATE: 'no' }, 'LADING_MIGRATE must be "on" or "off".'],
    [{ PRIVATE_NETWORK: 'yes' }, 'PRIVATE_NETWORK must be "on" or "off".'],
    [{ SECOND_FACTOR: 'all' }, 'SECOND_FACTOR must be "staff" or "everyone".'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters.'],
    [
      { CORS_ORIGINS: 'https://a.example/path' },
      'CORS_ORIGINS contains "https://a.example/path", which is not an origin such as https://shop.example.com.',
    ],
    [
      { LADING_DEMO: 'on', DATABASE_URL: 'postgres://x/y' },
      'LADING_DEMO=on cannot be combined with DATABASE_URL or NODE_ENV=production.',
    ],
    [
      {
        PAYMENT_PROVIDER: 'stripe',
        STRIPE_SECRET_KEY: 'sk_test_4eC39-and-more',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
      },
      "STRIPE_SECRET_KEY is the sample key from Stripe's documentation, which anyone can use. Use a key from your own account.",
    ],
  ])('stop startup with one sentence: %j (FI10)', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });

  it('accept a comma in the password and the names of networks', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://u:p,q@host/lading' }).databaseUrl).toContain('p,q');
    expect(readConfig({ TRUST_PROXY: 'loopback, fd00::/8' }).trustedProxies).toEqual([
      'loopback',
      'fd00::/8',
    ]);
  });

  it('read a secret from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lading-secrets-'));
    writeFileSync(join(folder, 'token'), 'a token of enough length\n');
    expect(readConfig({ METRICS_TOKEN_FILE: join(folder, 'token') }).metricsToken).toBe(
      'a token of enough length',
    );
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['postgres://u:p@db.example/lading', true],
    ['postgres://u:p@db.example/lading?sslmode=prefer', true],
    ['postgres://u:p@db.example/lading?sslmode=verify-full', false],
    ['postgres://u:p@127.0.0.1/lading', false],
    ['postgres://u@%2Fvar%2Frun%2Fpostgresql/lading', false],
  ])('warn when %s crosses the network without TLS: %s', (DATABASE_URL, warns) => {
    const { warnings } = readConfig({ DATABASE_URL });
    expect(warnings.map(({ event }) => event)).toEqual(warns ? ['config.database_clear_text'] : []);
  });

  it('accept a strong admin password and metrics token in production (FI10)', () => {
    const env = {
      NODE_ENV: 'production',
      ADMIN_EMAIL: 'boss@shop.example',
      ADMIN_PASSWORD: 'seven lanterns at dusk',
      METRICS_TOKEN: '4f9c1d7be2a8036599',
    };
    expect(readConfig(env).firstAdmin?.password).toBe(env.ADMIN_PASSWORD);
  });

  it('accept any admin password of eight characters in standard', () => {
    const env = { ADMIN_EMAIL: 'boss@shop.example', ADMIN_PASSWORD: 'password' };
    expect(readConfig(env).firstAdmin?.password).toBe('password');
  });

  it('warn about rate limits that are off in production (FI10)', () => {
    const warned = readConfig({ NODE_ENV: 'production', LADING_RATE_LIMITS: 'off' }).warnings;
    expect(warned.map(({ event }) => event)).toEqual(['config.rate_limits_off']);
    expect(readConfig({ LADING_RATE_LIMITS: 'off' }).warnings).toEqual([]);
  });

  it('limit idle sessions in strict, and in standard only on request', () => {
    expect(readConfig({}).sessionLimits).toEqual({ idleMs: null, rememberedIdleMs: null });
    expect(readConfig({ LADING_SECURITY: 'strict' }).sessionLimits).toEqual({
      idleMs: 2 * 3_600_000,
      rememberedIdleMs: 30 * 86_400_000,
    });
    expect(readConfig({ SESSION_IDLE_MINUTES: '5', LADING_SECURITY: 'strict' }).sessionLimits.idleMs).toBe(
      300_000,
    );
  });

  it('give server and worker different default ports, and a worker no drain time', () => {
    const env = { DATABASE_URL: 'postgres://x/y', DRAIN_SECONDS: '5' };
    expect(readConfig(env, 'server')).toMatchObject({ port: 3000, drainMs: 5_000, migrates: true });
    expect(readConfig(env, 'worker')).toMatchObject({ port: 3001, drainMs: 0 });
    expect(readConfig({ ...env, PORT: '80' }, 'worker').port).toBe(80);
    expect(() => readConfig({}, 'worker')).toThrow('A separate worker needs DATABASE_URL');
  });

  it('keep demo data out of production and out of an external database', () => {
    expect(readConfig({ NODE_ENV: 'production' }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL: 'postgres://x/y' }).demo).toBe(false);
    expect(readConfig({ LADING_DEMO: 'off' }).demo).toBe(false);
  });

  it('treat an empty setting as unset, and tidy lists and addresses', () => {
    const config = readConfig({
      PORT: '',
      HOST: 'fe80::1%eth0',
      PUBLIC_URL: 'https://x.example//',
      CORS_ORIGINS: ' https://a.example , https://b.example:8443 ',
    });
    expect(config.port).toBe(3000);
    expect(config.publicUrl).toBe('https://x.example');
    expect(config.host).toBe('fe80::1%eth0');
    expect(config.corsOrigins).toEqual(['https://a.example', 'https://b.example:8443']);
  });
});
