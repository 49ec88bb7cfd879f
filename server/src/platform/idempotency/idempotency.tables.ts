import type { Immutable } from '../db/column-types.ts';

export interface IdempotencyTables {
  idempotency_keys: IdempotencyKeysTable;
}

interface IdempotencyKeysTable {
  user_id: Immutable<string>;
  route: Immutable<string>;
  key: Immutable<string>;
  body_hash: Immutable<Buffer>;
  object_id: Immutable<string>;
  created_at: Immutable<Date>;
}
