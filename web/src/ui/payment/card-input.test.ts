import { describe, expect, it } from 'vitest';
import {
  cardProblems,
  fieldOfRefusal,
  formatCardNumber,
  formatExpiry,
  isBlank,
  parseExpiry,
} from './card-input.ts';

const NOW = new Date('2026-11-16T10:00:00');
const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' };

describe('card input', () => {
  it('is grouped as on the card', () => {
    expect(formatCardNumber('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(formatCardNumber('4242-4242')).toBe('4242 4242');
    expect(formatCardNumber('378282246310005')).toBe('3782 822463 10005');
    expect(formatCardNumber('37')).toBe('37');
    expect(formatCardNumber('')).toBe('');
  });

  it('parses month and year with any separator', () => {
    expect(formatExpiry('1230')).toBe('12 / 30');
    expect(formatExpiry('12/3')).toBe('12 / 3');
    expect(formatExpiry('5')).toBe('05');
    expect(formatExpiry('12 / ')).toBe('12');
    expect(parseExpiry('12 / 30')).toEqual({ month: 12, year: 2030 });
    expect(parseExpiry('13 / 30')).toBeNull();
    expect(parseExpiry('00 / 30')).toBeNull();
    expect(parseExpiry('12 / 3')).toBeNull();
  });
});

describe('a card', () => {
  it('that is complete has no problems', () => {
    expect(cardProblems(CARD, NOW)).toEqual({});
    expect(cardProblems({ ...CARD, expiry: '11 / 26' }, NOW)).toEqual({});
  });

  it('reports every incomplete field', () => {
    expect(Object.keys(cardProblems({ number: '4242', expiry: '1', cvc: '1' }, NOW))).toEqual([
      'number',
      'expiry',
      'cvc',
    ]);
    expect(cardProblems({ ...CARD, expiry: '10 / 26' }, NOW).expiry).toMatch(/past/);
    expect(cardProblems({ ...CARD, number: '3782 822463 1000' }, NOW).number).toBeDefined();
  });

  it('is blank only if all fields are empty', () => {
    expect(isBlank({ number: '', expiry: ' ', cvc: '' })).toBe(true);
    expect(isBlank({ number: '', expiry: '', cvc: '1' })).toBe(false);
  });
});

it('maps a decline code to its field', () => {
  expect(fieldOfRefusal('incorrect_cvc')).toBe('cvc');
  expect(fieldOfRefusal('card_declined')).toBeNull();
});
