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
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgres:// or postgresql://.'],
    [
      { DATABASE_REPLICA_URL: 'mysql://x' },
      'DATABASE_REPLICA_URL must start with postgres:// or postgresql://.',
    ],
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
    [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS must be a number from 0 to 600.'],
    [{ LADING_MIGRATE: 'no' }, 'LADING_MIGRATE must be "on" or "off".'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters.'],
    [
      { CORS_ORIGINS: 'https://a.example/path' },
      'CORS_ORIGINS contains "https://a.example/path", which is not an origin such as https://shop.example.com.',
    ],
    [
      { LADING_DEMO: 'on', DATABASE_URL: 'postgres://x/y' },
      'LADING_DEMO=on cannot be combined with DATABASE_URL or NODE_ENV=production.',
    ],
  ])('stop startup with one sentence: %j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
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
      PUBLIC_URL: 'https://x.example//',
      CORS_ORIGINS: ' https://a.example , https://b.example:8443 ',
    });
    expect(config.port).toBe(3000);
    expect(config.publicUrl).toBe('https://x.example');
    expect(config.corsOrigins).toEqual(['https://a.example', 'https://b.example:8443']);
  });
});
