/** Check digits of tracking numbers. A body has digits, and for UPS also capital letters. */

const ZERO = 48;

const digitAt = (body: string, index: number) => body.charCodeAt(index) - ZERO;

/** UPS letter values: A=2, B=3 … H=9, I=0, J=1 and so on. */
const upsValueAt = (body: string, index: number) => {
  const code = body.charCodeAt(index);
  return code >= 65 ? (code - 3) % 10 : code - ZERO;
};

const upToTen = (sum: number) => (10 - (sum % 10)) % 10;

function alternating(body: string, first: number, second: number, valueAt = digitAt): number {
  let sum = 0;
  for (let index = 0; index < body.length; index++)
    sum += valueAt(body, index) * (index % 2 === 0 ? first : second);
  return upToTen(sum);
}

/** Counted from the right. */
const FEDEX_WEIGHTS_FROM_RIGHT = [1, 3, 7] as const;

function mod11(body: string): number {
  let sum = 0;
  for (let fromRight = 0; fromRight < body.length; fromRight++)
    sum += digitAt(body, body.length - 1 - fromRight) * (FEDEX_WEIGHTS_FROM_RIGHT[fromRight % 3] ?? 0);
  return (sum % 11) % 10;
}

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7] as const;

function s10(body: string): number {
  const sum = S10_WEIGHTS.reduce((total, weight, index) => total + weight * digitAt(body, index), 0);
  const check = 11 - (sum % 11);
  if (check === 10) return 0;
  return check === 11 ? 5 : check;
}

export type CheckRule = 'mod10-3-1' | 'mod10-1-2' | 'mod11' | 'mod7' | 's10';

const RULES: Record<CheckRule, (body: string) => number> = {
  'mod10-3-1': (body) => alternating(body, 3, 1),
  'mod10-1-2': (body) => alternating(body, 1, 2, upsValueAt),
  mod11,
  mod7: (body) => Number(body) % 7,
  s10,
};

export const checkDigit = (rule: CheckRule, body: string): string => String(RULES[rule](body));
