import type { PaymentDeps } from '../payments/payments.deps.ts';
import { topUpIfNeeded } from './top-up-if-needed.ts';

/** Starts automatic top-ups in the background, right after a balance was spent. The sweep starts what is missed. */
export class TopUpTriggers {
  readonly #deps: () => PaymentDeps;
  readonly #running = new Set<Promise<unknown>>();

  constructor(deps: () => PaymentDeps) {
    this.#deps = deps;
  }

  soon(userId: string): void {
    const deps = this.#deps();
    const work = topUpIfNeeded(deps, userId)
      .catch((err: unknown) =>
        deps.log.warn(
          { event: 'top_up.start_failed', err, userId },
          'An automatic top-up could not be started; the sweep will retry',
        ),
      )
      .finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  /** Resolves when nothing is running. Await it before closing the database. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
