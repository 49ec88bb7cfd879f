import type { DoubleServer } from './double-server.ts';
import type { ShippoBehavior } from './shippo-double-options.ts';

/** Shared by all parts of the double. */
export interface DoubleContext {
  behavior: ShippoBehavior;
  server: DoubleServer;
  /** Runs work later; closing the double cancels it. */
  after(ms: number, work: () => void): void;
}
