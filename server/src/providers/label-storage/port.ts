/**
 * Stores labels outside the database. After an exception the outcome is unknown; every operation is safe to
 * retry.
 */
export interface LabelStorage {
  readonly name: string;
  put(name: string, file: { contentType: string; bytes: Uint8Array }): Promise<void>;
  /** Null when the file does not exist. */
  get(name: string): Promise<Buffer | null>;
  remove(name: string): Promise<void>;
  /** A URL that shows the file without authentication until it expires. */
  link(name: string, options: { seconds: number; fileName: string }): Promise<string>;
}
