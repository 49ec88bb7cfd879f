import type { TestPaymentError } from '@lading/contract/test-gateway.ts';
import { CARD_ERRORS } from './card-errors.ts';

export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover';

/** A published test number and the outcome of a charge. */
export interface TestCard {
  number: string;
  brand: CardBrand;
  /** The client must pass 3-D Secure first. */
  authenticates: boolean;
  /** Null when the charge succeeds. */
  refusal: TestPaymentError | null;
  /** The client disputes the charge right after it succeeds. */
  disputed: boolean;
  /** It can be saved although every charge is refused. */
  attaches: boolean;
  /** The bank also asks when the saved card is charged later. */
  asksAgain: boolean;
}

const card = (number: string, facts: Partial<Omit<TestCard, 'number'>> = {}): TestCard => ({
  number: number.replaceAll(' ', ''),
  brand: 'visa',
  authenticates: false,
  refusal: null,
  disputed: false,
  attaches: false,
  asksAgain: false,
  ...facts,
});

/**
 * Stripe's numbers and outcomes. 4242 4242 4242 4241 needs no row: any number with a wrong check digit is
 * `incorrect_number`. The last four digits identify a card while a client authenticates.
 */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242 4242 4242 4242'),
  card('5555 5555 5555 4444', { brand: 'mastercard' }),
  card('3782 822463 10005', { brand: 'amex' }),
  card('6011 1111 1111 1117', { brand: 'discover' }),
  card('4000 0000 0000 0077'),
  card('4000 0000 0000 0259', { disputed: true }),
  card('4000 0000 0000 0002', { refusal: CARD_ERRORS.genericDecline }),
  card('4000 0000 0000 9995', { refusal: CARD_ERRORS.insufficientFunds }),
  card('4000 0000 0000 9987', { refusal: CARD_ERRORS.lostCard }),
  card('4000 0000 0000 9979', { refusal: CARD_ERRORS.stolenCard }),
  card('4000 0000 0000 0069', { refusal: CARD_ERRORS.expiredCard }),
  card('4000 0000 0000 0127', { refusal: CARD_ERRORS.incorrectCvc }),
  card('4000 0000 0000 0119', { refusal: CARD_ERRORS.processingError }),
  card('4000 0000 0000 0341', { refusal: CARD_ERRORS.genericDecline, attaches: true }),
  card('4000 0025 0000 3155', { authenticates: true }),
  card('4000 0027 6000 3184', { authenticates: true, asksAgain: true }),
  card('4000 0000 0000 3220', { authenticates: true, asksAgain: true }),
  card('4000 0084 0000 1629', { authenticates: true, refusal: CARD_ERRORS.genericDecline }),
  card('4000 0082 6000 3178', {
    authenticates: true,
    refusal: CARD_ERRORS.insufficientFunds,
    attaches: true,
  }),
];

export const lastFour = ({ number }: TestCard): string => number.slice(-4);

const byNumber = new Map(TEST_CARDS.map((item) => [item.number, item]));
const byLastFour = new Map(TEST_CARDS.map((item) => [lastFour(item), item]));

export const findTestCard = (number: string): TestCard | undefined => byNumber.get(number);
export const findTestCardEnding = (digits: string): TestCard | undefined => byLastFour.get(digits);
