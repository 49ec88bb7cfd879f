import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROGRAMS } from '../build.ts';
import { ROUTES } from '../src/app.ts';

const DEPLOY = resolve(import.meta.dirname, '../../deploy');
const UNITS = join(DEPLOY, 'systemd');

const START = JSON.parse(readFileSync(resolve(DEPLOY, '../package.json'), 'utf8')).scripts.start as string;
/** How `npm start` runs the built server: the options of Node and the file. */
const COMMAND = /exec node (.+)$/.exec(START)?.[1]?.split(' ') ?? [];

/** The settings of a unit, with the values of repeated ones joined. */
function settingsOf(unit: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const line of readFileSync(join(UNITS, unit), 'utf8').split('\n')) {
    const [, name, value] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) settings.set(name, `${settings.get(name) ?? ''} ${value}`.trim());
  }
  return settings;
}

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

describe('the systemd units', () => {
  it.each(readdirSync(UNITS))('run without privileges and keep their files private: %s', (unit) => {
    expect(Object.fromEntries(settingsOf(unit))).toMatchObject({
      User: 'lading',
      UMask: '0077',
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
      PrivateTmp: 'yes',
      ProtectSystem: 'strict',
      SystemCallFilter: expect.stringContaining('@system-service'),
    });
  });

  it.each(readdirSync(UNITS))('run the built program with the options of npm start: %s', (unit) => {
    const settings = settingsOf(unit);
    const [, ...command] = (settings.get('ExecStart') ?? '').split(' ');
    const program = /^server\/dist\/(\w+)\.js$/.exec(command.find((part) => part.endsWith('.js')) ?? '')?.[1];
    expect(Object.keys(PROGRAMS)).toContain(program);
    expect(settings.get('AssertPathExists')).toBe(`/opt/lading/server/dist/${program}.js`);
    if (program === 'main') expect(command.slice(0, COMMAND.length)).toEqual(COMMAND);
  });

  it.each(['lading-server.service', 'lading-worker.service'])(
    'open the ports that other machines call: %s',
    (unit) => {
      expect(settingsOf(unit).get('Environment')).toContain('HOST=0.0.0.0');
    },
  );
});

describe('the container file', () => {
  const text = readFileSync(join(DEPLOY, 'Containerfile'), 'utf8');

  it('builds the server and runs it with the options of npm start', () => {
    const entrypoint = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(text)?.[1] ?? '[]');
    expect(entrypoint).toEqual(['node', ...COMMAND]);
    expect(text).toMatch(/^RUN node server\/build\.ts$/m);
    expect(text).toMatch(/^COPY --from=build \/lading\/server\/dist server\/dist$/m);
    const [, program] = /--entrypoint node lading server\/dist\/(\w+)\.js/.exec(text) ?? [];
    expect(Object.keys(PROGRAMS)).toContain(program);
  });

  describe('checks the health', () => {
    const [command = '', ...args]: string[] = JSON.parse(/^ +CMD (\[.+\])$/m.exec(text)?.[1] ?? '[]');
    const check = async (port: number, env: Record<string, string> = {}) => {
      const child = spawn(command, args, { env: { ...process.env, PORT: String(port), ...env } });
      const [code] = await once(child, 'exit');
      return code;
    };
    const TLS = { TLS_CERT_FILE: '/etc/ssl/lading.pem' };

    it.each([
      [200, 0],
      [503, 1],
    ])('by the answer of /healthz: %i', async (status, code) => {
      const server = createHttpServer(({ url }, answer) =>
        answer.writeHead(url === '/healthz' ? status : 404).end(),
      );
      expect(await check(await portOf(server))).toBe(code);
      server.close();
    });

    it('by the open port with TLS', async () => {
      const server = createTcpServer((socket) => socket.destroy());
      const port = await portOf(server);
      expect(await check(port, TLS)).toBe(0);
      expect(await check(port)).toBe(1);
      server.close();
      await once(server, 'close');
      expect(await check(port, TLS)).toBe(1);
    });
  });
});

describe('the nginx configuration', () => {
  const text = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8');

  it('works with nginx 1.22, which has no separate http2 directive', () => {
    expect(text).toMatch(/listen 443 ssl http2;/);
    expect(text).not.toMatch(/^\s*http2 on;/m);
  });

  it('uses every server again when all of them answered with 503', () => {
    const servers = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, address]) => address);
    const first = servers(/^ +server (\S+) max_fails=1/gm);
    expect(first.length).toBeGreaterThan(0);
    expect(servers(/^ +server (\S+) backup max_fails=0;/gm)).toEqual(first);
  });

  it('accepts the largest body that a route accepts', () => {
    const [, megabytes] = /^ +client_max_body_size (\d+)m;$/m.exec(text) ?? [];
    const largest = Math.max(...ROUTES.map(({ bodyLimit = 0 }) => bodyLimit));
    expect(Number(megabytes) * 1024 ** 2).toBe(largest);
  });

  it('speaks TLS 1.2 and 1.3 only', () => {
    expect(text).toMatch(/ssl_protocols TLSv1\.2 TLSv1\.3;/);
  });
});
