import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../app-error.ts';
import { hostSystem } from '../host-system.ts';
import type { Log } from '../log.ts';
import { chownTree, removeEmptyFolder } from './cluster-files.ts';
import { writeAccessRules } from './embedded-access.ts';
import {
  EMBEDDED_ROLES,
  type EmbeddedRole,
  ensureEmbeddedDatabase,
  ensureEmbeddedRoles,
  SUPERUSER,
} from './embedded-roles.ts';
import { EMBEDDED_SETTINGS } from './embedded-settings.ts';
import { findPostgresBinaries, shareBinaries } from './postgres-binaries.ts';
import { findPostmaster, hasReusedPid, isAlive, type Postmaster } from './postmaster.ts';
import { refuseDamagedCluster } from './refuse-damaged-cluster.ts';
import { chooseServerUser, type ServerUser } from './server-user.ts';
import { chooseSocketFolder } from './socket-folder.ts';

/** How long PostgreSQL may refuse to start after a crash. */
const START_DEADLINE_MS = 15_000;
const STOP_DEADLINE_MS = 30_000;
/** How many restarts, 250 ms apart, may fail before the failure is logged. */
const FAILURES_BEFORE_LOG = 8;
const RETRY_RESTART_MS = 2_000;
const LOG_ROTATE_BYTES = 10 * 1024 * 1024;

interface Limits {
  maxConnections: number;
  reportWaitingMs: number;
}

/** The connections are enough for one process and a few psql sessions. */
const LIMITS: Limits = { maxConnections: 60, reportWaitingMs: 30_000 };

export interface EmbeddedPostgres {
  clusterDir: string;
  adopted: boolean;
  /** Connects as the owner unless another role is given. */
  url(database: string, role?: EmbeddedRole): string;
  /** Creates the database if it is missing. */
  ensureDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the data folder's PostgreSQL, or adopts one that a killed Lading left running, and restarts it if it
 * exits.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: Log,
  limits: Partial<Limits> = {},
): Promise<EmbeddedPostgres> {
  const clusterDir = join(dataDir, 'postgres');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const server = new ServerProcess(dataDir, clusterDir, log, { ...LIMITS, ...limits });
  await server.ensureCluster();
  const adopted = await server.adoptOrStart();
  const urlOf = (role: string, database: string) => addressOf(server.socketDir, role, database);
  try {
    await ensureEmbeddedRoles(urlOf);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    clusterDir,
    adopted,
    url: (database, role = 'owner') => urlOf(EMBEDDED_ROLES[role], database),
    ensureDatabase: (name) => ensureEmbeddedDatabase(urlOf, name),
    stop: () => server.stop(),
  };
}

/** For commands beside a running Lading, perhaps of the previous version, which had no separate roles. */
export async function joinRunningServer(
  dataDir: string,
): Promise<Pick<EmbeddedPostgres, 'clusterDir' | 'url' | 'ensureDatabase'> | null> {
  const running = findRunningServer(dataDir);
  if (!running) return null;
  const urlOf = (role: string, database: string) => addressOf(running.socketDir, role, database);
  await ensureEmbeddedRoles(urlOf);
  return { ...running, ensureDatabase: (name) => ensureEmbeddedDatabase(urlOf, name) };
}

/** The data folder's server, if it is running. */
export function findRunningServer(
  dataDir: string,
): (Pick<EmbeddedPostgres, 'clusterDir' | 'url'> & { socketDir: string }) | null {
  const clusterDir = join(dataDir, 'postgres');
  const running = findPostmaster(clusterDir);
  if (!running?.ready) return null;
  return {
    clusterDir,
    socketDir: running.socketDir,
    url: (database, role = 'owner') => addressOf(running.socketDir, EMBEDDED_ROLES[role], database),
  };
}

const addressOf = (socketDir: string, role: string, database: string) =>
  `postgresql://${role}@${encodeURIComponent(socketDir)}/${database}`;

class ServerProcess {
  socketDir: string;
  readonly #dataDir: string;
  readonly #clusterDir: string;
  readonly #log: Log;
  readonly #limits: Limits;
  readonly #user: ServerUser | null;
  readonly #bin: string;
  readonly #host = hostSystem();
  #pid = 0;
  #stopping = false;

  constructor(dataDir: string, clusterDir: string, log: Log, limits: Limits) {
    this.#dataDir = dataDir;
    this.#clusterDir = clusterDir;
    this.#log = log;
    this.#limits = limits;
    this.#user = chooseServerUser(clusterDir, this.#host);
    const native = findPostgresBinaries();
    this.#bin = join(this.#user ? shareBinaries(native) : native, 'bin');
    this.socketDir = chooseSocketFolder(dataDir, this.#user === null);
  }

  /**
   * Creates the cluster under a temporary name and renames it, so that a killed start leaves nothing
   * half-done.
   */
  async ensureCluster(): Promise<void> {
    if (existsSync(join(this.#clusterDir, 'PG_VERSION'))) {
      // A restored copy may have the wrong owner and mode, and PostgreSQL insists on both.
      if (this.#user) chownTree(this.#clusterDir, this.#user);
      chmodSync(this.#clusterDir, 0o700);
      writeAccessRules(this.#clusterDir, this.#user);
      return;
    }
    refuseDamagedCluster(this.#dataDir, this.#clusterDir);
    const unfinished = `${this.#clusterDir}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    this.#makeOwnDir(unfinished);
    const { currentFolder, initdbLocale } = this.#host;
    const args = ['-D', currentFolder, '-U', SUPERUSER, '-A', 'peer', '-E', 'UTF8', ...initdbLocale];
    const child = this.#spawn('initdb', args, unfinished, ['ignore', 'pipe', 'pipe']);
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    const [code] = await once(child, 'exit');
    if (code !== 0)
      throw new StartError(`The database could not be created: ${Buffer.concat(output).toString().trim()}`);
    writeAccessRules(unfinished, this.#user);
    // An empty folder is replaced.
    renameSync(unfinished, this.#clusterDir);
  }

  async adoptOrStart(): Promise<boolean> {
    const running = await this.#waitForStopping();
    if (running) {
      this.#pid = running.pid;
      this.socketDir = running.socketDir;
      void this.#watchAdopted(running.pid);
      return true;
    }
    await this.#start();
    return false;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#endProcess();
    removeEmptyFolder(this.socketDir);
  }

  async #endProcess(): Promise<void> {
    if (!isAlive(this.#pid)) return;
    process.kill(this.#pid, 'SIGINT');
    if (await waitUntil(() => !isAlive(this.#pid), STOP_DEADLINE_MS)) return;
    this.#log.warn(
      { event: 'postgres.stop_timeout' },
      'PostgreSQL did not stop in time; forcing it to stop. It will recover at the next start',
    );
    process.kill(this.#pid, 'SIGQUIT');
    await waitUntil(() => !isAlive(this.#pid), STOP_DEADLINE_MS);
  }

  /** A server that is shutting down must exit before the next one can start. */
  async #waitForStopping(): Promise<Postmaster | null> {
    const found = findPostmaster(this.#clusterDir);
    if (!found || found.ready) return found;
    await this.#waitFor(() => findPostmaster(this.#clusterDir)?.ready ?? true);
    return findPostmaster(this.#clusterDir);
  }

  async #start(): Promise<void> {
    if (hasReusedPid(this.#clusterDir)) rmSync(join(this.#clusterDir, 'postmaster.pid'));
    this.#makeOwnDir(this.socketDir);
    const deadline = Date.now() + START_DEADLINE_MS;
    while (!(await this.#tryStart())) {
      // Right after a crash, processes of the old server may still hold its shared memory, and PostgreSQL
      // refuses to start.
      if (Date.now() > deadline) {
        throw new StartError(`PostgreSQL did not start. See its log in ${this.#logFile()}.`);
      }
      await sleep(250);
    }
  }

  /** Without a deadline: recovery after a crash may take long, and would start over if it were interrupted. */
  async #waitFor(condition: () => boolean): Promise<void> {
    while (!(await waitUntil(condition, this.#limits.reportWaitingMs)))
      this.#log.warn(
        { event: 'postgres.waiting', reason: this.#lastLogLine() },
        'PostgreSQL is starting or stopping; still waiting',
      );
  }

  async #tryStart(): Promise<boolean> {
    const args = ['-D', this.#host.currentFolder, '-k', this.socketDir];
    const settings = { ...EMBEDDED_SETTINGS, max_connections: this.#limits.maxConnections };
    for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
    const child = this.#spawnServer(args);
    // Before it is ready, so that stop() ends it.
    this.#pid = child.pid ?? this.#pid;
    let exited = false;
    child.once('exit', () => {
      exited = true;
    });
    // Rejects if the program cannot be run.
    await once(child, 'spawn');
    await this.#waitFor(() => exited || findPostmaster(this.#clusterDir, child.pid)?.ready === true);
    if (exited) return false;
    child.once('exit', () => void this.#restart());
    child.unref();
    return true;
  }

  #spawnServer(args: string[]): ChildProcess {
    const logFd = this.#openLog();
    try {
      return this.#spawn('postgres', args, this.#clusterDir, ['ignore', logFd, logFd]);
    } finally {
      closeSync(logFd);
    }
  }

  async #watchAdopted(pid: number): Promise<void> {
    while (isAlive(pid)) await sleep(1000, undefined, { ref: false });
    await this.#restart();
  }

  async #restart(): Promise<void> {
    if (this.#stopping) return;
    this.#log.error({ event: 'postgres.exited' }, 'PostgreSQL exited unexpectedly; restarting it');
    for (let failures = 0; !this.#stopping; failures += 1) {
      let problem = '';
      const isStarted = await this.#tryStart().catch((error: Error) => {
        problem = error.message;
        return false;
      });
      if (isStarted) return;
      // The processes of a crashed server may need a moment to exit.
      if (failures === FAILURES_BEFORE_LOG)
        this.#log.error(
          { event: 'postgres.restart_failed', reason: problem || this.#lastLogLine() },
          'PostgreSQL could not be restarted; retrying until it starts. Check the reason and the free disk space',
        );
      await sleep(failures < FAILURES_BEFORE_LOG ? 250 : RETRY_RESTART_MS, undefined, { ref: false });
    }
  }

  #lastLogLine(): string {
    try {
      return readFileSync(this.#logFile(), 'utf8').trimEnd().split('\n').at(-1) ?? '';
    } catch {
      return '';
    }
  }

  #spawn(program: string, args: string[], cwd: string, stdio: ('ignore' | 'pipe' | number)[]): ChildProcess {
    return spawn(join(this.#bin, program), args, {
      cwd,
      stdio,
      // Its own session, so that Ctrl-C reaches only us. We stop the server after our own work.
      detached: true,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: this.#host.locale, TZ: 'UTC' },
      ...(this.#user ?? {}),
    });
  }

  #makeOwnDir(path: string): void {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const uid = this.#user?.uid ?? process.getuid?.() ?? -1;
    const stats = lstatSync(path);
    if (!stats.isDirectory() || (stats.uid !== uid && stats.uid !== process.getuid?.())) {
      throw new StartError(`${path} belongs to another user. Remove it and start again.`);
    }
    chmodSync(path, 0o700);
    if (this.#user) chownSync(path, this.#user.uid, this.#user.gid);
  }

  #logFile(): string {
    return join(this.#dataDir, 'postgres.log');
  }

  #openLog(): number {
    const file = this.#logFile();
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > LOG_ROTATE_BYTES) renameSync(file, `${file}.1`);
    return openSync(file, 'a', 0o600);
  }
}

async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}
