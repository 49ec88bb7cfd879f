import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as messages from './messages.ts';

const SPECIFICATION = resolve(import.meta.dirname, '../../../shared/spec.md');

/** Every fixed sentence and label; those made by a function are checked where they are used. */
const { BY_ANALOGY, ...groups } = messages;
const sentences = Object.values(groups).flatMap((group) =>
  Object.values(group as Record<string, unknown>).filter(
    (value): value is string => typeof value === 'string',
  ),
);
const byAnalogy = new Set<string>(Object.values(BY_ANALOGY));

describe('the sentences', () => {
  it('exist once each', () => {
    // 'Analytics' and the like are labels of screens and may repeat a word; whole sentences may not.
    const whole = sentences.filter((sentence) => sentence.includes(' '));
    expect(whole.length).toBeGreaterThan(20);
    expect(whole.filter((sentence, index) => whole.indexOf(sentence) !== index)).toEqual([]);
  });

  it('stand in the specification word for word (needs ../shared/spec.md)', (context) => {
    if (!existsSync(SPECIFICATION)) return context.skip('../shared/spec.md is not on this machine');
    const specification = readFileSync(SPECIFICATION, 'utf8').replaceAll(/\s+/g, ' ');
    const quoted = sentences.filter((sentence) => !byAnalogy.has(sentence));
    expect(quoted.filter((sentence) => !specification.includes(sentence))).toEqual([]);
  });

  it('cover the public pages, the session, the wizard, payments, the profile and the general errors (needs ../shared/spec.md)', (context) => {
    if (!existsSync(SPECIFICATION)) return context.skip('../shared/spec.md is not on this machine');
    const specification = readFileSync(SPECIFICATION, 'utf8');
    const parts = [
      /\*\*Login\*\*:[^\n]*/,
      /\*\*General\*\*:[^\n]*/,
      /\*\*Admin calls\*\*:[^\n]*/,
      /\*\*Auth\*\*: login[^\n]*/,
      /- \/forgot-password:[^\n]*/,
      /\*\*Sender step\*\*[^\n]*/,
      /\*\*Phone\*\*:[^\n]*/,
      /\*\*Package step\*\*:[^\n]*/,
      /\*\*Rates step\*\*:[^\n]*/,
      /\*\*Address verification\*\*: if[^\n]*/,
      /\*\*Address Recommendation modal\*\*:[^\n]*/,
      /\*\*Profile\*\*: '[^\n]*/,
      /\*\*Payment form\*\*:[^\n]*/,
      /\*\*Payment\*\*:[^\n]*/,
    ];
    const quoted = parts.flatMap((part) =>
      [...(part.exec(specification)?.[0] ?? '').matchAll(/'([^']+)'/g)].map((match) => match[1] ?? ''),
    );
    expect(quoted).toHaveLength(53);
    const known = [
      ...sentences,
      messages.GENERAL.httpFallback(0, '').replace('0: ', '{status}: {statusText}'),
    ];
    expect(quoted.filter((sentence) => !known.includes(sentence))).toEqual([]);
  });

  it('cover bulk: its rules, its failures and its successes (needs ../shared/spec.md)', (context) => {
    if (!existsSync(SPECIFICATION)) return context.skip('../shared/spec.md is not on this machine');
    const specification = readFileSync(SPECIFICATION, 'utf8');
    const quotedIn = (part: RegExp) =>
      [...(part.exec(specification)?.[0] ?? '').matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '');
    const ofBulk = /^(?:CSV template|Rates fetched|Label generated for|Finished generating)/;
    const rules = quotedIn(/\*\*Bulk CSV\*\*:[^\n]*/);
    const failures = quotedIn(/, bulk: '[^\n]*/);
    const successes = quotedIn(/\*\*Success toasts\*\*:[^\n]*/).filter((sentence) => ofBulk.test(sentence));
    expect([rules.length, failures.length, successes.length]).toEqual([8, 7, 4]);

    const { BULK } = messages;
    const known = [
      ...sentences,
      ...[BULK.missing, BULK.dateFormat, BULK.datePast, BULK.notNumeric].map((make) => make('X')),
      ...[BULK.senderPhone, BULK.receiverPhone].map((make) => make('...')),
      ...[BULK.senderAddress, BULK.senderAddressCall].map((make) => make('...')),
      ...[BULK.parseFailed, BULK.ratesFailed, BULK.labelFailed].map((make) => make('...')),
      BULK.labelGenerated('{id}'),
      BULK.finished(0).replace('0', 'N'),
    ];
    expect([...rules, ...failures, ...successes].filter((sentence) => !known.includes(sentence))).toEqual([]);
    expect(BULK.recipientAddress('...')).toBe(BULK.senderAddress('...').replace('Sender', 'Recipient'));
    expect(BULK.recipientAddressCall('...')).toBe(
      BULK.senderAddressCall('...').replace('Sender', 'Recipient'),
    );
  });
});
