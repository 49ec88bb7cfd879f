import type { Insertable, Selectable } from 'kysely';
import type { IdempotencyTables } from '../idempotency/idempotency.tables.ts';
import type { Immutable } from './column-types.ts';

/**
 * Every table and view that the application queries. The platform declares only its own; each domain declares
 * its tables in `<domain>.tables.ts`, and `server/src/schema.ts` adds them to this interface.
 */
export interface Schema extends IdempotencyTables {
  installation_secrets: { name: Immutable<string>; secret: Immutable<Buffer> };
}

export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>;
