import { expect, it } from 'vitest';
import { openProblems } from './refused-fields.ts';
import { emptyWizard } from './wizard-state.ts';

const sent = emptyWizard('2026-11-16');
const fields = [
  { path: 'package.weight', message: 'Too heavy.' },
  { path: 'customs.items.0.hsCode', message: 'Unknown.' },
  { path: 'sender.city', message: 'Not on this step.' },
];

it('keeps a server error until its field changes', () => {
  expect(openProblems(null, sent)).toEqual({});
  expect(openProblems({ fields, sent }, sent)).toEqual({
    weight: 'Too heavy.',
    'customs.items.0.hsCode': 'Unknown.',
  });
  const heavier = { ...sent, parcel: { ...sent.parcel, weight: '3' } };
  expect(openProblems({ fields, sent }, heavier)).toEqual({ 'customs.items.0.hsCode': 'Unknown.' });
  const [item] = sent.customs.items;
  const customs = { ...sent.customs, items: item ? [{ ...item, hsCode: '3406.00' }] : [] };
  expect(openProblems({ fields, sent }, { ...sent, customs })).toEqual({ weight: 'Too heavy.' });
});
