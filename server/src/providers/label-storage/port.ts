/** Where labels lie that are not kept in the database. An exception means that nobody knows; doing it again is always safe. */
export interface LabelStorage {
  readonly name: string;
  put(name: string, file: { contentType: string; bytes: Uint8Array }): Promise<void>;
  /** Null when there is no such file. */
  get(name: string): Promise<Buffer | null>;
  remove(name: string): Promise<void>;
  /** An address that shows the file to whoever has it, for some seconds. */
  link(name: string, options: { seconds: number; fileName: string }): Promise<string>;
}
