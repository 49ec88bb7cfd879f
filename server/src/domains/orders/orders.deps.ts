import type { Clock } from '../../platform/clock.ts';

/** What saving and checking orders needs. */
export interface SaveOrdersDeps {
  clock: Clock;
  timeZone: string;
}
