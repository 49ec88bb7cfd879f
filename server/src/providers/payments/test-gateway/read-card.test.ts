import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCard } from './read-card.ts';
import { lastFour, TEST_CARDS } from './test-cards.ts';

const NOW = new Date('2026-11-16T09:00:00.000Z');
const DOMAIN = resolve(import.meta.dirname, '../../../../../../shared/domain.md');

const typed = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2030, cvc: '123' };
const codeOf = (input: Partial<typeof typed>) => {
  const reading = readCard({ ...typed, ...input }, NOW);
  return 'error' in reading ? reading.error.code : 'good';
};

describe('the published test cards', () => {
  it('are told apart by their last four digits and pass their own check digit', () => {
    expect(new Set(TEST_CARDS.map(lastFour)).size).toBe(TEST_CARDS.length);
    for (const { number, brand } of TEST_CARDS) {
      expect(codeOf({ number, cvc: brand === 'amex' ? '1234' : '123' })).toBe('good');
    }
  });

  it('are those of the table in ../shared/domain.md, with its outcomes', (context) => {
    if (!existsSync(DOMAIN)) return context.skip('../shared/domain.md is not on this machine');
    const section = readFileSync(DOMAIN, 'utf8').split('**Test cards**')[1]?.split('\n\n')[1] ?? '';
    const listed = section
      .split('\n')
      .slice(2)
      .flatMap((line) => {
        const [, cards = '', outcome = ''] = line.split('|');
        return cards
          .split(',')
          .map((card) => ({ ending: card.replaceAll(/[ …]/g, ''), outcome: outcome.trim() }));
      })
      .filter(({ outcome }) => !outcome.startsWith('`incorrect_number`'));
    expect(listed).toHaveLength(TEST_CARDS.length);
    for (const { ending, outcome } of listed) {
      const card = TEST_CARDS.find(({ number }) => number.endsWith(ending));
      expect(card, ending).toBeDefined();
      expect(card?.authenticates, ending).toBe(outcome.startsWith('3-D Secure'));
      expect(card?.disputed, ending).toBe(outcome.includes('disputed'));
      expect(card?.refusal !== null, ending).toBe(
        /declined|funds|_card|_cvc|processing_error|fails/.test(outcome),
      );
      const named = [...outcome.matchAll(/`(\w+)`/g)].map(([, code]) => code);
      const codes = [card?.refusal?.code, card?.refusal?.declineCode];
      if (outcome.includes('lost_card')) expect(named, ending).toContain(card?.refusal?.declineCode);
      else expect(codes, ending).toEqual(expect.arrayContaining(named));
    }
  });
});

describe('what a customer typed', () => {
  it.each([
    ['with spaces', { number: ' 4242 4242 4242 4242 ' }],
    ['with dashes', { number: '4242-4242-4242-4242' }],
    ['with a year of two digits', { expYear: 30 }],
    ['in the last month of its validity', { expMonth: 11, expYear: 2026 }],
    ['of American Express, with four digits on its front', { number: '378282246310005', cvc: '1234' }],
  ])('is a card when written %s', (_, input) => {
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
    ['invalid_expiry_year', 'a year beyond any card', { expYear: 2077 }],
    ['invalid_cvc', 'no security code', { cvc: '' }],
    ['invalid_cvc', 'a code of two digits', { cvc: '12' }],
    ['invalid_cvc', 'a code of four digits on a Visa', { cvc: '1234' }],
    ['invalid_cvc', 'a code of three digits on an Amex', { number: '378282246310005', cvc: '123' }],
    ['invalid_cvc', 'letters as code', { cvc: 'abc' }],
  ])('is %s for %s', (code, _, input) => {
    expect(codeOf(input)).toBe(code);
  });
});
