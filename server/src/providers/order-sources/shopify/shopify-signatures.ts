import { timingSafeEqual } from 'node:crypto';
import { digest } from '../../../platform/ids.ts';

/** Compares in constant time, also texts of different lengths. */
export const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));
