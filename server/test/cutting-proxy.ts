import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIMPLE_QUERY = 'Q'.charCodeAt(0);
const isCommit = (chunk: Buffer) =>
  chunk[0] === SIMPLE_QUERY && chunk.subarray(5, 11).toString().toLowerCase() === 'commit';

interface CuttingProxy {
  /** The database URL through the proxy. */
  url: string;
  cuts(): number;
  close(): Promise<void>;
}

/**
 * A proxy in front of the database that drops the answer of every nth commit: it forwards the commit and cuts the
 * connection, so that the program cannot know whether it was written.
 */
export async function startCuttingProxy(databaseUrl: string, everyCommit: number): Promise<CuttingProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-proxy-'));
  const sockets = new Set<Socket>();
  let commits = 0;
  let cuts = 0;
  const server = createServer((program) => {
    const database = connect(addressOf(databaseUrl));
    for (const socket of [program, database]) {
      sockets.add(socket);
      socket.on('close', () => {
        sockets.delete(socket);
        program.destroy();
        database.end();
      });
      socket.on('error', () => {});
    }
    database.on('data', (chunk) => program.writable && program.write(chunk));
    program.on('data', (chunk) => {
      database.write(chunk);
      if (!isCommit(chunk)) return;
      commits += 1;
      if (commits % everyCommit !== 0) return;
      cuts += 1;
      program.destroy();
    });
  });
  await new Promise<void>((listening) => server.listen(join(folder, '.s.PGSQL.5432'), listening));
  return {
    url: viaFolder(databaseUrl, folder),
    cuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The embedded server listens on a socket file, others on host and port. */
export function addressOf(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const host = decodeURIComponent(hostname);
  const portNumber = Number(port || 5432);
  return host.startsWith('/') ? { path: join(host, `.s.PGSQL.${portNumber}`) } : { host, port: portNumber };
}

export function viaFolder(databaseUrl: string, folder: string): string {
  const { username, password, pathname } = new URL(databaseUrl);
  const login = password ? `${username}:${password}` : username;
  return `postgresql://${login}@${encodeURIComponent(folder)}${pathname}`;
}
