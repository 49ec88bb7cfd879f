import { Socket } from 'node:net';

/**
 * Sockets for the database driver that can be closed without a word. The driver's own goodbye waits until the server has heard it, which one
 * at the end of a silent network never does.
 */
export class CuttableSockets {
  readonly #open = new Set<Socket>();
  #areCut = false;

  /** For the driver's setting of that name. */
  readonly stream = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    // Not at once: the driver has yet to connect it.
    if (this.#areCut) setImmediate(() => socket.destroy());
    return socket;
  };

  /** Waits for a goodbye. When it takes too long, all are closed, and whatever is opened after that as well. */
  async leave(goodbye: Promise<unknown>, withinMs: number): Promise<void> {
    const patience = setTimeout(() => {
      this.#areCut = true;
      for (const socket of this.#open) socket.destroy();
    }, withinMs);
    try {
      await goodbye;
    } finally {
      clearTimeout(patience);
    }
  }
}
