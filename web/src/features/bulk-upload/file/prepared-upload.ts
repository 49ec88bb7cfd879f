import type { UploadRow } from '@lading/contract/bulk.ts';

/** A file that was read and mapped, ready to become a batch. */
export interface PreparedUpload {
  fileName: string;
  /** Hexadecimal SHA-256 of the file. */
  fileHash: string;
  /** `template`, `mapped`, or the name of the shop platform. */
  source: string;
  /** The file's own header. */
  columns: string[];
  decimalComma: boolean;
  rows: UploadRow[];
}
