import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, viaFolder } from './cutting-proxy.ts';

export interface UnresponsiveProxy {
  /** The database URL through the proxy. */
  url: string;
  /** From now on the proxy neither answers nor closes connections, as if the network were unplugged. */
  stopResponding(): void;
  /** New connections work again; existing ones stay unresponsive. */
  resume(): void;
  close(): Promise<void>;
}

/** A proxy in front of the database that can stop responding. */
export async function startUnresponsiveProxy(databaseUrl: string): Promise<UnresponsiveProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-proxy-'));
  const sockets = new Set<Socket>();
  let isPaused = false;
  let outages = 0;
  // Otherwise Node would close its side when the program ends a connection, even while the proxy must not respond.
  const server = createServer({ allowHalfOpen: true }, (program) => {
    const openedIn = outages;
    const isUnresponsive = () => isPaused || openedIn !== outages;
    const database = connect(addressOf(databaseUrl));
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from);
      from.on('data', (chunk) => !isUnresponsive() && to.writable && to.write(chunk));
      from.on('end', () => !isUnresponsive() && from.end());
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (from === program || !isUnresponsive()) to.destroy();
      });
    };
    pass(program, database);
    pass(database, program);
  });
  await new Promise<void>((listening) => server.listen(join(folder, '.s.PGSQL.5432'), listening));
  return {
    url: viaFolder(databaseUrl, folder),
    stopResponding: () => {
      isPaused = true;
      outages += 1;
    },
    resume: () => {
      isPaused = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
