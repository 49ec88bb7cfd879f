import type { UploadRow } from '@lading/contract/bulk.ts';

/** A file that was read and whose columns are known: all that a batch needs. */
export interface PreparedUpload {
  fileName: string;
  /** SHA-256 of the file's bytes in hexadecimal. */
  fileHash: string;
  /** `template` for our own columns, `mapped` for others, else whose export it was. */
  source: string;
  /** The file's own header. */
  columns: string[];
  decimalComma: boolean;
  rows: UploadRow[];
}
