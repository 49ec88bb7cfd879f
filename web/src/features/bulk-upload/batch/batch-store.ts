import type { Batch, BulkRow, ChosenRate, EditRowsBody, ItemAnswer } from '@lading/contract/bulk.ts';

/** Why a batch could not be loaded. */
export interface LoadFailure {
  /** The server's error code, if it sent one. */
  code: string | null;
  message: string;
}

export interface ShownChoice {
  number: number;
  /** Null for no rate. */
  rateId: string | null;
  rate: ChosenRate | null;
}

/** One open batch. Its rows are outside React, so that a change to one does not redraw ten thousand. */
export interface BatchStore {
  readonly id: string;
  subscribe(listener: () => void): () => void;
  /** Null until it has loaded. */
  batch(): Batch | null;
  /** The same array until rows are added. */
  rowNumbers(): readonly number[];
  /** The same object until the row changes. */
  row(number: number): BulkRow | undefined;
  /** Increases with every change to any row. */
  revision(): number;
  loading(): { done: number; total: number } | null;
  failure(): LoadFailure | null;
  /** Loads again after a failure. */
  reload(): void;
  /** The number of rows with changes that the server does not have yet. */
  unsaved(): number;
  /** Sends pending changes now; true once the server has all of them. */
  flush(): Promise<boolean>;
  /** The date that counts as today for shipping dates. */
  today(): string;
  /** Shows the edits immediately and retries until the server has saved them. One call is one undo step. */
  edit(edits: EditRowsBody['edits']): void;
  remove(numbers: number[], removed: boolean): void;
  /** Asks the server to check unchanged rows again. */
  recheck(numbers: number[]): void;
  /** Fills missing customs data of all rows that contain an item. */
  complete(answers: ItemAnswer[]): Promise<void>;
  choose(choices: ShownChoice[]): Promise<void>;
  /** Resolves once the server has answered all choices so far, so that its totals include them. */
  choicesAnswered(): Promise<void>;
  undo(): void;
  canUndo(): boolean;
  close(): void;
}
