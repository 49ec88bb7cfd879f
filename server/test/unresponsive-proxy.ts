import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, viaFolder } from './cutting-proxy.ts';

export interface SilentProxy {
  /** The database URL through the proxy. */
  url: string;
  /** From now on the proxy answers nothing and closes nothing, like a machine without a network cable. */
  fallSilent(): void;
  /** New connections work again; existing ones stay silent. */
  speak(): void;
  close(): Promise<void>;
}

/** A proxy in front of the database that can fall silent. */
export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-proxy-'));
  const sockets = new Set<Socket>();
  let silent = false;
  let silences = 0;
  // Otherwise the server would answer the end of a connection even in silence.
  const server = createServer({ allowHalfOpen: true }, (program) => {
    const heard = silences;
    const isDeaf = () => silent || heard !== silences;
    const database = connect(addressOf(databaseUrl));
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from);
      from.on('data', (chunk) => !isDeaf() && to.writable && to.write(chunk));
      from.on('end', () => !isDeaf() && from.end());
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (from === program || !isDeaf()) to.destroy();
      });
    };
    pass(program, database);
    pass(database, program);
  });
  await new Promise<void>((listening) => server.listen(join(folder, '.s.PGSQL.5432'), listening));
  return {
    url: viaFolder(databaseUrl, folder),
    fallSilent: () => {
      silent = true;
      silences += 1;
    },
    speak: () => {
      silent = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
