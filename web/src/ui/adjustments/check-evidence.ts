import {
  ADJUSTMENTS,
  EVIDENCE_TYPES,
  type EvidenceType,
  MAX_EVIDENCE_BYTES,
  MAX_EVIDENCE_FILES,
} from '@lading/contract/adjustments.ts';
import { COPY } from './copy.ts';

export const ACCEPTED_EVIDENCE = '.pdf,.png,.jpg,.jpeg';

const isEvidenceType = (type: string): type is EvidenceType =>
  (EVIDENCE_TYPES as readonly string[]).includes(type);

/** '340 KB', '1.2 MB'. */
export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function problemOf(file: File, chosen: readonly File[]): string | null {
  if (!isEvidenceType(file.type)) return ADJUSTMENTS.evidenceType;
  if (file.size === 0) return ADJUSTMENTS.evidenceEmpty;
  if (file.size > MAX_EVIDENCE_BYTES) return ADJUSTMENTS.evidenceTooLarge;
  return chosen.some(({ name, size }) => name === file.name && size === file.size)
    ? COPY.dispute.sameFile
    : null;
}

/** Adds the files that can be sent. Names the first problem of the others; the server also checks their contents. */
export function addFiles(chosen: readonly File[], added: readonly File[], stored: number) {
  const files = [...chosen];
  let problem: string | null = null;
  for (const file of added) {
    const found =
      files.length + stored >= MAX_EVIDENCE_FILES ? COPY.dispute.tooManyFiles : problemOf(file, files);
    if (found === null) files.push(file);
    else problem ??= found === COPY.dispute.tooManyFiles ? found : `${file.name}: ${found}`;
  }
  return { files, problem };
}
