/** Check digits of tax IDs. Each function takes a number without spaces and prefix, in the right shape. */
export type TaxIdCheck = (number: string) => boolean;

const numbers = (weights: string) => weights.split(' ').map(Number);
const modulo = (value: number, divisor: number) => ((value % divisor) + divisor) % divisor;
const digitAt = (text: string, at: number) => Number(text[at]);

/** The sum of each character's value times its weight. Weights align with the end of the text. */
function weightedSum(text: string, weights: readonly number[], worth: (character: string) => number) {
  const skipped = weights.length - text.length;
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += worth(text[at] ?? '') * (weights[at + skipped] ?? 0);
  return sum;
}

interface Tail {
  /** One list of weights per check character. */
  weights: readonly string[];
  /** The check character of each remainder; `!` means that no such number is issued. */
  characters: string;
  factor?: number;
  worth?: (character: string) => number;
}

/** Check characters at the end. Each one also covers those before it. */
export function tail({ weights, characters, factor = -1, worth = Number }: Tail): TaxIdCheck {
  const steps = weights.map(numbers);
  return (number) =>
    steps.every((step, index) => {
      const at = number.length - steps.length + index;
      const remainder = modulo(factor * weightedSum(number.slice(0, at), step, worth), characters.length);
      return characters[remainder] === number[at];
    });
}

/** The weighted sum of all digits is divisible. */
export function weighted(weights: string, divisor: number, accepted: readonly number[] = [0]): TaxIdCheck {
  const all = numbers(weights);
  return (number) => accepted.includes(modulo(weightedSum(number, all, Number), divisor));
}

export const luhn: TaxIdCheck = (number) => {
  let sum = 0;
  for (let at = 0; at < number.length; at += 1) {
    const doubled = digitAt(number, number.length - 1 - at) * (at % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

export const iso7064Mod11And10: TaxIdCheck = (number) => {
  let check = 5;
  for (const digit of number) check = ((((check || 10) * 2) % 11) + Number(digit)) % 10;
  return check === 1;
};

export const part =
  (from: number, to: number | undefined, check: TaxIdCheck): TaxIdCheck =>
  (number) =>
    check(number.slice(from, to));

const UK_SUM = numbers('8 7 6 5 4 3 2 10 1');
/** Numbers from 100 on also use a second series. Government departments have no check digits. */
export const unitedKingdomVat: TaxIdCheck = (number) => {
  if (!/^\d/.test(number)) return true;
  const remainder = weightedSum(number.slice(0, 9), UK_SUM, Number) % 97;
  return remainder === 0 || (Number(number.slice(0, 3)) >= 100 && (remainder === 42 || remainder === 55));
};

const CN_WEIGHTS = numbers('7 9 10 5 8 4 2 1 6 3 7 9 10 5 8 4 2');
export const chineseResident: TaxIdCheck = (number) =>
  '10X98765432'[weightedSum(number.slice(0, 17), CN_WEIGHTS, Number) % 11] === number[17];

export const turkishIdentity: TaxIdCheck = (number) => {
  let odd = 0;
  let even = 0;
  for (let at = 0; at < 9; at += 2) odd += digitAt(number, at);
  for (let at = 1; at < 8; at += 2) even += digitAt(number, at);
  const tenth = modulo(7 * odd - even, 10);
  return tenth === digitAt(number, 9) && (odd + even + tenth) % 10 === digitAt(number, 10);
};

const ABN_WEIGHTS = numbers('10 1 3 5 7 9 11 13 15 17 19');
/** The first digit counts one less. */
export const australianBusiness: TaxIdCheck = (number) =>
  (weightedSum(number, ABN_WEIGHTS, Number) - (ABN_WEIGHTS[0] ?? 0)) % 89 === 0;

const JP_WEIGHTS = numbers('2 1 2 1 2 1 2 1 2 1 2 1');
export const japaneseCorporate: TaxIdCheck = (number) =>
  9 - (weightedSum(number.slice(1), JP_WEIGHTS, Number) % 9) === digitAt(number, 0);

const UBN_WEIGHTS = numbers('1 2 1 2 1 2 4 1');
export const taiwaneseBusiness: TaxIdCheck = (number) => {
  let sum = 0;
  for (let at = 0; at < 8; at += 1) {
    const product = digitAt(number, at) * (UBN_WEIGHTS[at] ?? 0);
    sum += Math.floor(product / 10) + (product % 10);
  }
  return sum % 5 === 0 || (number[6] === '7' && sum % 5 === 4);
};

export const belgianVat: TaxIdCheck = (number) =>
  (Number(number.slice(0, 8)) + Number(number.slice(8))) % 97 === 0;

const GREEK_WEIGHTS = numbers('256 128 64 32 16 8 4 2');
export const greekVat: TaxIdCheck = (number) =>
  (weightedSum(number.slice(0, 8), GREEK_WEIGHTS, Number) % 11) % 10 === digitAt(number, 8);

export const luxembourgVat: TaxIdCheck = (number) =>
  Number(number.slice(0, 6)) % 89 === Number(number.slice(6));
