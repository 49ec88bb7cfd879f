import type { DoubleServer } from './double-server.ts';
import type { ShippoBehaviour } from './shippo-double-options.ts';

/** What the parts of the double share. */
export interface DoubleContext {
  behaviour: ShippoBehaviour;
  server: DoubleServer;
  /** Work for later, that is dropped when the double is closed. */
  after(ms: number, work: () => void): void;
}
