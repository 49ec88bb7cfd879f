/**
 * For every state, the states it may move to. The database enforces the same moves in its table
 * `legal_moves`.
 */
export type MoveTable<State extends string> = { readonly [From in State]: readonly State[] };

/** The states that may move to `To`. */
export type SourceOf<Table extends MoveTable<string>, To> = {
  [From in keyof Table]: [To] extends [Table[From][number]] ? From : never;
}[keyof Table];

/** Narrows a state to a named set of states. */
export const isOneOf = <State extends string>(states: readonly State[], state: string): state is State =>
  (states as readonly string[]).includes(state);
