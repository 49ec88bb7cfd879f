import type { ColumnType } from 'kysely';

/** Set on insert, never updated. */
export type Immutable<T> = ColumnType<T, T, never>;

/** Filled by the database; the application only reads it. */
export type ReadOnly<T> = ColumnType<T, never, never>;

/** A JSON column: written as text, read as an object. */
export type Json<T> = ColumnType<T, string, string>;
export type NullableJson<T> = ColumnType<T | null, string | null, string | null>;
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;
