import { ADJUSTMENTS, MAX_EVIDENCE_BYTES, MAX_EVIDENCE_FILES } from '@lading/contract/adjustments.ts';
import { describe, expect, it } from 'vitest';
import { addFiles, sizeText } from './check-evidence.ts';
import { COPY } from './copy.ts';

const file = (name: string, content = 'x', type = 'image/png') => new File([content], name, { type });
const names = (files: readonly File[]) => files.map(({ name }) => name);

describe('the files of a dispute', () => {
  it('adds photos and PDF files', () => {
    const added = [
      file('scale.png'),
      file('tape.jpg', 'x', 'image/jpeg'),
      file('a.pdf', 'x', 'application/pdf'),
    ];
    const { files, problem } = addFiles([], added, 0);
    expect(names(files)).toEqual(['scale.png', 'tape.jpg', 'a.pdf']);
    expect(problem).toBeNull();
  });

  it.each([
    ['of another type', file('notes.txt', 'x', 'text/plain'), ADJUSTMENTS.evidenceType],
    ['that is empty', file('empty.png', ''), ADJUSTMENTS.evidenceEmpty],
    [
      'that is too large',
      file('large.png', 'x'.repeat(MAX_EVIDENCE_BYTES + 1)),
      ADJUSTMENTS.evidenceTooLarge,
    ],
    ['that is in the list', file('scale.png'), COPY.dispute.sameFile],
  ])('refuses a file %s, and keeps the others', (_, bad, reason) => {
    const { files, problem } = addFiles([file('scale.png')], [bad, file('tape.png')], 0);
    expect(names(files)).toEqual(['scale.png', 'tape.png']);
    expect(problem).toBe(`${bad.name}: ${reason}`);
  });

  it('counts the files that are stored', () => {
    const { files, problem } = addFiles([], [file('a.png'), file('b.png')], MAX_EVIDENCE_FILES - 1);
    expect(names(files)).toEqual(['a.png']);
    expect(problem).toBe(COPY.dispute.tooManyFiles);
  });

  it('writes sizes in whole kilobytes or in megabytes', () => {
    expect([1, 20_480, 1_258_291].map(sizeText)).toEqual(['1 KB', '20 KB', '1.2 MB']);
  });
});
