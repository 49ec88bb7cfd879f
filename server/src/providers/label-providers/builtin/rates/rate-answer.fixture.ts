import { CARRIERS } from '@lading/contract/parcel.ts';
import { expect } from 'vitest';
import type { CarrierRate, RateAnswer } from '../../port.ts';

/** Helpers for tests that inspect an answer. */

export const codes = ({ rates }: RateAnswer) => rates.map(({ service }) => service);
export const carriers = ({ rates }: RateAnswer) => [...new Set(rates.map(({ carrier }) => carrier))];

export function rateOf({ rates }: RateAnswer, service: string): CarrierRate {
  const rate = rates.find((each) => each.service === service);
  if (!rate) throw new Error(`no rate of ${service}`);
  return rate;
}

export const messageOf = ({ messages }: RateAnswer, carrier: string) =>
  messages.find((message) => message.carrier === carrier)?.text;

export const lineOf = (answer: RateAnswer, service: string, begin: string) =>
  rateOf(answer, service).lines.find(({ text }) => text.startsWith(begin))?.cents;

/** Checks that each carrier has rates or one reason. */
export function checkAnswer({ rates, messages }: RateAnswer) {
  const priced = new Set(rates.map(({ carrier }) => carrier));
  const silent = CARRIERS.filter((carrier) => !priced.has(carrier));
  expect(messages.map(({ carrier }) => carrier)).toEqual(silent);
  for (const { text } of messages) expect(text).toMatch(/^[A-Z].{10,200}\.$/su);
  expect(new Set(rates.map(({ service }) => service)).size).toBe(rates.length);
}

/** Checks that must hold for every rate. */
export function checkRate({ lines, costCents, retailCents, billedWeightLb, service }: CarrierRate) {
  expect(lines.every(({ cents }) => Number.isSafeInteger(cents))).toBe(true);
  expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(costCents);
  for (const { extra, cents } of lines) if (extra) expect(cents).toBeGreaterThanOrEqual(0);
  expect(costCents, service).toBeGreaterThan(0);
  expect(costCents, service).toBeLessThan(retailCents ?? Infinity);
  expect(billedWeightLb).toBeGreaterThan(0);
}
