import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const POSTGRES = '/usr/lib/postgresql';
const INSTALL_WITHIN_MS = 300_000;

/** A file of each package that the drill runs. */
const PROGRAMS: Record<string, string> = {
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  nginx: '/usr/sbin/nginx',
  patroni: '/usr/bin/patroni',
  pgbackrest: '/usr/bin/pgbackrest',
  pgbouncer: '/usr/sbin/pgbouncer',
  postgresql: POSTGRES,
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd',
};

const missing = () => Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name] ?? ''));

/** Installs missing packages if it can, otherwise fails with one sentence. */
export function requirePackages(): void {
  const wanted = missing();
  if (wanted.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) install(wanted);
  const left = missing();
  if (left.length > 0)
    throw new Error(
      `The failover drill needs Debian packages that are not installed: apt-get install ${left.join(' ')}`,
    );
}

function install(packages: string[]): void {
  console.log(`Installing ${packages.join(', ')} from Debian …`);
  // RUNLEVEL=1 prevents the packages from starting services, except under systemd. Services that do start don't
  // conflict, because the drill has its own addresses.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ])
    if (spawnSync('apt-get', args, { stdio: 'ignore', env, timeout: INSTALL_WITHIN_MS }).status !== 0) return;
}

/** The folder of the newest installed PostgreSQL's programs. */
export function postgresPrograms(): string {
  const [newest] = readdirSync(POSTGRES).sort((a, b) => Number(b) - Number(a));
  return join(POSTGRES, newest ?? '', 'bin');
}

/**
 * Patroni before 3.0.3 overwrites the lock of the new primary over etcd's newer API when the network of the old one
 * comes back, which loses commits (https://github.com/patroni/patroni/pull/2689).
 */
export function etcdApi(): 'etcd' | 'etcd3' {
  const text = execFileSync('patroni', ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0, patch = 0] = (/[\d.]+/.exec(text)?.[0] ?? '').split('.').map(Number);
  return major * 10_000 + minor * 100 + patch < 30_003 ? 'etcd' : 'etcd3';
}

/** For the report: the packages and their versions. */
export const versions = (): string =>
  execFileSync('dpkg-query', ['-W', ...Object.keys(PROGRAMS)], { encoding: 'utf8' })
    .trim()
    .replaceAll('\t', ' ')
    .replaceAll('\n', ', ');
