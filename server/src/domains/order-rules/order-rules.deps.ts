import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ServiceDeps } from './list-services.ts';

export interface OrderRuleDeps extends ServiceDeps {
  db: Database;
  clock: Clock;
}
