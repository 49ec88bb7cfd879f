import { expect, test } from 'vitest';
import { describeLabel, groupDigits, type LabelData } from './label-data.ts';

const data: LabelData = {
  carrier: 'USPS',
  service: 'Ground',
  from: { name: 'Ada Park', city: 'Portland', state: 'OR', zip: '97205' },
  to: { name: 'Dana Reyes', city: 'Austin', state: 'TX', zip: '78701' },
  weight: '2.0 lb',
  dimensions: [12, 9, 4],
  price: '$8.41',
  trackingNumber: '9400100000000000',
};

test('a preview is described from sender to price, without a tracking number', () => {
  expect(describeLabel(data, 'preview')).toBe(
    'Label preview. From Ada Park, Portland OR 97205. To Dana Reyes, Austin TX 78701. 2.0 lb, 12 by 9 by 4 inches. USPS Ground, $8.41.',
  );
});

test('a purchased label includes its tracking number', () => {
  expect(describeLabel(data, 'final')).toContain('Tracking number 9400100000000000.');
});

test('unknown parts are omitted', () => {
  expect(describeLabel({ to: { city: 'Austin' } }, 'preview')).toBe('Label preview. To Austin.');
  expect(describeLabel({}, 'preview')).toBe('Label preview.');
});

test('digits are grouped by four without a trailing space', () => {
  expect(groupDigits('94001000')).toBe('9400 1000');
  expect(groupDigits('940010')).toBe('9400 10');
});
