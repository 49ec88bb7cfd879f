import { AppError } from '../../platform/app-error.ts';

/** Open event streams per client, counted for this process. */
const MAX_LISTENERS = 5;

/** Limits how many event streams a client can have open at the same time. */
export class ListenerSlots {
  readonly #taken = new Map<string, number>();

  /** Takes a slot until `signal` aborts. Throws if none is free. */
  reserve(userId: string, signal: AbortSignal): void {
    if ((this.#taken.get(userId) ?? 0) >= MAX_LISTENERS)
      throw new AppError('TOO_MANY_REQUESTS', {
        message: 'You have uploads open in too many tabs. Please close one.',
      });
    if (signal.aborted) return;
    this.#add(userId, 1);
    signal.addEventListener('abort', () => this.#add(userId, -1), { once: true });
  }

  #add(userId: string, change: number): void {
    const count = (this.#taken.get(userId) ?? 0) + change;
    if (count > 0) this.#taken.set(userId, count);
    else this.#taken.delete(userId);
  }
}
