import { describe, expect, it } from 'vitest';
import { readOutsideJson } from '../../../../test/outside/outside.ts';
import { readCard } from './read-card.ts';
import { lastFour, TEST_CARDS } from './test-cards.ts';

const NOW = new Date('2026-11-16T09:00:00.000Z');

interface PublishedCard {
  endsWith: string;
  authenticates: boolean;
  refused: boolean;
  disputed: boolean;
  codes: string[];
}

const typed = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2030, cvc: '123' };
const codeOf = (input: Partial<typeof typed>) => {
  const reading = readCard({ ...typed, ...input }, NOW);
  return 'error' in reading ? reading.error.code : 'good';
};

describe('the published test cards', () => {
  it('have unique last four digits and a valid check digit', () => {
    expect(new Set(TEST_CARDS.map(lastFour)).size).toBe(TEST_CARDS.length);
    for (const { number, brand } of TEST_CARDS) {
      expect(codeOf({ number, cvc: brand === 'amex' ? '1234' : '123' })).toBe('good');
    }
  });

  it('are those that Stripe publishes, with the same outcomes', () => {
    const published = readOutsideJson<PublishedCard[]>('stripe-test-cards.json');
    expect(published).toHaveLength(TEST_CARDS.length);
    for (const { endsWith, codes, ...outcome } of published) {
      const card = TEST_CARDS.find(({ number }) => number.endsWith(endsWith));
      expect(
        {
          authenticates: card?.authenticates,
          refused: card !== undefined && card.refusal !== null,
          disputed: card?.disputed,
        },
        endsWith,
      ).toEqual(outcome);
      expect([card?.refusal?.code, card?.refusal?.declineCode], endsWith).toEqual(
        expect.arrayContaining(codes),
      );
    }
  });
});

describe('card input', () => {
  it.each([
    ['with spaces', { number: ' 4242 4242 4242 4242 ' }],
    ['with dashes', { number: '4242-4242-4242-4242' }],
    ['with a year of two digits', { expYear: 30 }],
    ['in the last month of its validity', { expMonth: 11, expYear: 2026 }],
    ['of American Express with a four-digit security code', { number: '378282246310005', cvc: '1234' }],
  ])('is accepted %s', (_, input) => {
    expect(codeOf(input)).toBe('good');
  });

  it.each([
    ['invalid_number', 'no number', { number: '' }],
    ['invalid_number', 'letters', { number: '4242 4242 4242 424x' }],
    ['invalid_number', 'too few digits', { number: '424242424242' }],
    ['invalid_number', 'too many digits', { number: '42424242424242424242' }],
    ['invalid_number', 'digits of another script', { number: '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢' }],
    ['incorrect_number', 'a wrong check digit', { number: '4242 4242 4242 4241' }],
    ['card_declined', 'a number that is not published', { number: '4111 1111 1111 1111' }],
    ['invalid_expiry_month', 'month 0', { expMonth: 0 }],
    ['invalid_expiry_month', 'month 13', { expMonth: 13 }],
    ['invalid_expiry_month', 'half a month', { expMonth: 1.5 }],
    ['invalid_expiry_month', 'last month', { expMonth: 10, expYear: 2026 }],
    ['invalid_expiry_year', 'last year', { expYear: 2025 }],
    ['invalid_expiry_year', 'last year in two digits', { expYear: 25 }],
    ['invalid_expiry_year', 'a year below zero', { expYear: -1 }],
    ['invalid_expiry_year', 'a year too far in the future', { expYear: 2077 }],
    ['invalid_cvc', 'no security code', { cvc: '' }],
    ['invalid_cvc', 'a code of two digits', { cvc: '12' }],
    ['invalid_cvc', 'a code of four digits on a Visa', { cvc: '1234' }],
    ['invalid_cvc', 'a code of three digits on an Amex', { number: '378282246310005', cvc: '123' }],
    ['invalid_cvc', 'letters as code', { cvc: 'abc' }],
  ])('gives %s for %s', (code, _, input) => {
    expect(codeOf(input)).toBe(code);
  });
});
