import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseServerUser, type ServerUser } from '../../server/src/platform/db/server-user.ts';
import { hostSystem } from '../../server/src/platform/host-system.ts';
import { onServer } from '../../server/test/database-server.ts';
import { Machine } from './machine.ts';
import type { Network } from './network.ts';
import { postgresPrograms } from './packages.ts';
import { asUser, endProgram, isListening, runProgram, startProgram, waitUntil } from './programs.ts';
import {
  backupSettingsOf,
  haproxySettings,
  type Member,
  nginxSettings,
  PASSWORDS,
  PORTS,
  poolerSettings,
  poolerUsers,
} from './settings.ts';

export const MACHINES = 3;

interface ClusterOptions {
  network: Network;
  /** Gives each machine a disk of this size, which needs root. Otherwise all share the disk of the folder. */
  diskMegabytes?: number;
}

/** Three machines with PostgreSQL under Patroni and etcd; HAProxy, PgBouncer and nginx in front. */
export class Cluster {
  readonly folder: string;
  readonly machines: Machine[];
  readonly programs = postgresPrograms();
  readonly repository: string;
  readonly user: ServerUser | null;
  readonly #network: Network;
  readonly #proxies: ChildProcess[] = [];
  readonly #mounts: string[] = [];

  constructor({ network, diskMegabytes }: ClusterOptions) {
    this.#network = network;
    this.folder = mkdtempSync(join(tmpdir(), 'lading-drill-'));
    chmodSync(this.folder, 0o755);
    this.user = chooseServerUser(join(this.folder, 'none'), hostSystem());
    this.repository = this.#makeFolder('backups');
    this.#makeFolder('proxies');
    const members: Member[] = Array.from({ length: MACHINES }, (_, index) => ({
      name: `n${index + 1}`,
      address: network.addressOf(index + 1),
      folder: this.#makeFolder(`n${index + 1}`, diskMegabytes),
    }));
    const { programs, repository, user } = this;
    this.machines = members.map(
      (member, index) => new Machine(index + 1, member, { network, user, members, programs, repository }),
    );
  }

  #makeFolder(name: string, diskMegabytes?: number): string {
    const folder = join(this.folder, name);
    mkdirSync(folder);
    if (diskMegabytes !== undefined) {
      const disk = `${folder}.disk`;
      execFileSync('truncate', ['--size', `${diskMegabytes}M`, disk]);
      execFileSync('mkfs.ext4', ['-q', '-m', '0', disk], { stdio: 'ignore' });
      execFileSync('mount', ['-o', 'loop', disk, folder]);
      this.#mounts.push(folder);
    }
    if (this.user) chownSync(folder, this.user.uid, this.user.gid);
    return folder;
  }

  get host(): string {
    return this.#network.host;
  }

  /** The address of a login: through the pooler, directly at the primary, or at a standby. */
  url(login: keyof typeof PASSWORDS, to: 'pooler' | 'primary' | 'replica', database = 'lading'): string {
    return `postgresql://${login}:${PASSWORDS[login]}@${this.host}:${PORTS[to]}/${database}`;
  }

  async start(): Promise<void> {
    for (const machine of this.machines) machine.start();
    await this.waitUntilWhole();
    this.#startProxies();
    for (const port of [PORTS.primary, PORTS.replica, PORTS.pooler, PORTS.web])
      await waitUntil(`something listens on port ${port}`, () => isListening(this.host, port));
    // Directly, because HAProxy sends connections anywhere until its first checks are done.
    const { address } = (await this.primary()).member;
    const admin = `postgresql://postgres:${PASSWORDS.postgres}@${address}:${PORTS.postgres}/postgres`;
    for (const login of ['lading_owner', 'lading_app'] as const)
      await onServer(admin, `CREATE ROLE ${login} LOGIN PASSWORD '${PASSWORDS[login]}'`);
    await onServer(admin, 'CREATE DATABASE lading OWNER lading_owner');
    await waitUntil('HAProxy routes to the primary only', async () => {
      for (let attempt = 0; attempt < MACHINES; attempt += 1) if (!(await this.#isWritable())) return false;
      return true;
    });
    await this.backUp('stanza-create');
  }

  #isWritable(): Promise<boolean> {
    return onServer(this.url('lading_owner', 'primary'), 'CREATE TEMPORARY TABLE writable ()').then(
      () => true,
      () => false,
    );
  }

  #startProxies(): void {
    const folder = join(this.folder, 'proxies');
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const members = this.machines.map(({ member }) => member);
    const users = write('users.txt', poolerUsers());
    const commands = [
      ['haproxy', '-db', '-f', write('haproxy.cfg', haproxySettings(this.host, members))],
      ['pgbouncer', '-q', write('pgbouncer.ini', poolerSettings(this.host, users))],
      [
        'nginx',
        '-p',
        folder,
        '-e',
        join(folder, 'nginx.log'),
        '-c',
        write('nginx.conf', nginxSettings(this.host, folder)),
      ],
    ];
    for (const command of commands)
      this.#proxies.push(
        startProgram(asUser([], this.user, command), join(this.folder, `${command[0]}.log`)),
      );
  }

  /** Runs pgBackRest at the primary. */
  async backUp(...command: string[]): Promise<string> {
    const primary = await this.primary();
    const settings = `--config=${backupSettingsOf(primary.member)}`;
    return runProgram(primary.command('pgbackrest', settings, '--stanza=lading', ...command));
  }

  async primary(): Promise<Machine> {
    let found: Machine | undefined;
    await waitUntil('there is a primary', async () => {
      const are = await Promise.all(this.machines.map((machine) => machine.isPrimary()));
      found = this.machines[are.indexOf(true)];
      return found !== undefined;
    });
    return found as Machine;
  }

  /** One primary, all others follow it, and one of them synchronously. */
  async waitUntilWhole(withinMs = 180_000): Promise<void> {
    let last = '';
    const isWhole = async () => {
      const view = await (await this.primary()).view();
      last = JSON.stringify(view?.members);
      const members = view?.members ?? [];
      const timeline = members.find(({ role }) => role === 'leader')?.timeline;
      return (
        members.length === MACHINES &&
        members.some(({ role }) => role === 'sync_standby') &&
        members.every(({ state, timeline: own }) => /^(running|streaming)$/.test(state) && own === timeline)
      );
    };
    await waitUntil('all machines work', isWhole, withinMs).catch((error: Error) => {
      throw new Error(`${error.message}: ${last}`);
    });
  }

  async remove(): Promise<void> {
    for (const proxy of this.#proxies) await endProgram(proxy, 'SIGTERM');
    for (const machine of this.machines) await machine.kill();
    for (const mount of this.#mounts) execFileSync('umount', [mount]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
