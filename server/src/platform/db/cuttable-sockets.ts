import { Socket } from 'node:net';

/**
 * Sockets for the database driver that can be closed at any time. The driver itself waits for the server,
 * which may never answer.
 */
export class CuttableSockets {
  readonly #open = new Set<Socket>();
  #areCut = false;

  /** Pass as the driver's `stream` option. */
  readonly stream = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    // Deferred, because the driver has yet to connect the socket.
    if (this.#areCut) setImmediate(() => socket.destroy());
    return socket;
  };

  /** Waits for a clean shutdown. After `withinMs`, destroys all sockets and every later one. */
  async endWithin(ending: Promise<unknown>, withinMs: number): Promise<void> {
    const timeout = setTimeout(() => {
      this.#areCut = true;
      for (const socket of this.#open) socket.destroy();
    }, withinMs);
    try {
      await ending;
    } finally {
      clearTimeout(timeout);
    }
  }
}
