import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';

/** What saving and checking orders needs. */
export interface SaveOrdersDeps {
  clock: Clock;
  timeZone: string;
}

/** The same for orders of a source, which may be refused. */
export type StoreOrdersDeps = SaveOrdersDeps & { log: Log };
