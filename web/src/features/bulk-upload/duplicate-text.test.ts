import { expect, it } from 'vitest';
import { duplicateFileText, duplicateText } from './duplicate-text.ts';

it('names the row or the file that has the same shipment', () => {
  expect(duplicateText({ number: 3, fileName: null, date: null })).toBe('Same shipment as row 3');
  expect(duplicateText({ number: 3, fileName: 'old.csv', date: '2026-11-03T10:00:00Z' })).toBe(
    'A label for this shipment was created from old.csv on Nov 3',
  );
  expect(duplicateText({ number: null, fileName: null, date: null })).toBe(
    'A label for this shipment was created from an earlier file',
  );
});

it('says when the same file was uploaded and how many labels it made', () => {
  const duplicate = { id: 'b1', fileName: 'a.csv', createdAt: '2026-11-03T12:00:00Z', labels: 1 };
  expect(duplicateFileText(duplicate)).toBe('You uploaded this file on Nov 3 and created 1 label from it.');
});
