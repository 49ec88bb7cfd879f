import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerUser } from '../../server/src/platform/db/server-user.ts';
import { childrenOf } from '../../server/test/processes.ts';
import type { Network } from './network.ts';
import { etcdApi } from './packages.ts';
import { asUser, endProgram, startProgram } from './programs.ts';
import {
  backupSettings,
  backupSettingsOf,
  dataOf,
  etcdArguments,
  type Member,
  PORTS,
  patroniSettings,
} from './settings.ts';

interface MachineOptions {
  network: Network;
  user: ServerUser | null;
  members: readonly Member[];
  /** The folder of PostgreSQL's programs. */
  programs: string;
  /** Where pgBackRest keeps backups. */
  repository: string;
}

/** A database machine: etcd, Patroni and the PostgreSQL that Patroni starts. */
export class Machine {
  readonly number: number;
  readonly member: Member;
  readonly #options: MachineOptions;
  #running: ChildProcess[] = [];

  constructor(number: number, member: Member, options: MachineOptions) {
    this.number = number;
    this.member = member;
    this.#options = options;
  }

  /** Also used after a kill, like a boot. */
  start(): void {
    const { folder } = this.member;
    const { members, network, programs, repository } = this.#options;
    const settings = join(folder, 'patroni.json');
    const cluster = { programs, subnet: network.subnet, etcdApi: etcdApi() };
    writeFileSync(settings, JSON.stringify(patroniSettings(this.member, members, cluster), null, 2));
    writeFileSync(backupSettingsOf(this.member), backupSettings(this.member, repository));
    this.#running = [
      startProgram(this.command('etcd', ...etcdArguments(this.member, members)), this.logOf('etcd')),
      startProgram(this.command('patroni', settings), this.logOf('patroni')),
    ];
  }

  /** A command that runs on this machine as the user of PostgreSQL. */
  command(...command: string[]): string[] {
    return asUser(this.#options.network.enter(this.number), this.#options.user, command);
  }

  logOf(program: string): string {
    return join(this.member.folder, '..', `${this.member.name}-${program}.log`);
  }

  /** Kills every process, as a power failure does. */
  async kill(): Promise<void> {
    const [etcd, patroni] = this.#running;
    // Patroni first, so that it does not notice the end of PostgreSQL.
    if (patroni) await endProgram(patroni, 'SIGKILL');
    this.killPostgres();
    if (etcd) await endProgram(etcd, 'SIGKILL');
    this.#running = [];
  }

  /** Only PostgreSQL ends; Patroni notices. */
  killPostgres(): void {
    const pid = this.#postmaster();
    if (pid === null) return;
    try {
      // Stopped first, so that it neither starts new processes nor cleans up.
      process.kill(pid, 'SIGSTOP');
      for (const child of childrenOf(pid)) process.kill(child, 'SIGKILL');
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  #postmaster(): number | null {
    const file = join(dataOf(this.member), 'postmaster.pid');
    if (!existsSync(file)) return null;
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    // Another process may have reused the process id in the file of a killed server.
    const program = existsSync(`/proc/${pid}/comm`) ? readFileSync(`/proc/${pid}/comm`, 'utf8').trim() : '';
    return program === 'postgres' ? pid : null;
  }

  /** Patroni's view of the cluster, or null when this machine does not answer. */
  async view(): Promise<ClusterView | null> {
    try {
      const answer = await fetch(`http://${this.member.address}:${PORTS.patroni}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      });
      return (await answer.json()) as ClusterView;
    } catch {
      return null;
    }
  }

  async isPrimary(): Promise<boolean> {
    try {
      const answer = await fetch(`http://${this.member.address}:${PORTS.patroni}/primary`, {
        signal: AbortSignal.timeout(2_000),
      });
      return answer.status === 200;
    } catch {
      return false;
    }
  }
}

interface ClusterView {
  members: { name: string; role: string; state: string; timeline?: number; lag?: number | string }[];
}
