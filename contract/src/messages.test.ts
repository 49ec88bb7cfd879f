import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as messages from './messages.ts';

/** The sentences that the specification fixes, by part of the product. */
const SPECIFIED: Record<'general' | 'bulk' | 'operator' | 'other', string[]> = JSON.parse(
  readFileSync(
    resolve(import.meta.dirname, '../../server/test/outside/specification-sentences.json'),
    'utf8',
  ),
);

/** Fixed sentences and labels. The tests of their callers check those that a function builds. */
const { BY_ANALOGY, ...groups } = messages;
const sentences = Object.values(groups).flatMap((group) =>
  Object.values(group as Record<string, unknown>).filter(
    (value): value is string => typeof value === 'string',
  ),
);
const byAnalogy = new Set<string>(Object.values(BY_ANALOGY));

describe('messages', () => {
  it('are unique', () => {
    // Labels such as 'Analytics' may repeat; whole sentences must not.
    const whole = sentences.filter((sentence) => sentence.includes(' '));
    expect(whole.length).toBeGreaterThan(20);
    expect(whole.filter((sentence, index) => whole.indexOf(sentence) !== index)).toEqual([]);
  });

  it('match the specification word for word', () => {
    const specified = new Set(Object.values(SPECIFIED).flat());
    const quoted = sentences.filter((sentence) => !byAnalogy.has(sentence));
    expect(quoted.filter((sentence) => !specified.has(sentence))).toEqual([]);
  });

  it('cover the public pages, the session, the wizard, payments, the profile and the general errors', () => {
    const known = [
      ...sentences,
      messages.GENERAL.httpFallback(0, '').replace('0: ', '{status}: {statusText}'),
    ];
    expect(SPECIFIED.general).toHaveLength(53);
    expect(SPECIFIED.general.filter((sentence) => !known.includes(sentence))).toEqual([]);
  });

  it('cover the rules, errors and confirmations of bulk uploads', () => {
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
    expect(SPECIFIED.bulk).toHaveLength(19);
    expect(SPECIFIED.bulk.filter((sentence) => !known.includes(sentence))).toEqual([]);
    expect(BULK.recipientAddress('...')).toBe(BULK.senderAddress('...').replace('Sender', 'Recipient'));
    expect(BULK.recipientAddressCall('...')).toBe(
      BULK.senderAddressCall('...').replace('Sender', 'Recipient'),
    );
  });

  it('cover the screens, rules, errors and confirmations of the operator', () => {
    const { CLIENTS, PAGING, SHIPMENTS } = messages;
    const known = new Set([
      ...sentences,
      CLIENTS.editTitle,
      'Showing X of Y clients',
      SHIPMENTS.cards.page(0, 1).replace('0', 'x').replace('1', 'y'),
      'Showing a to b of n results',
    ]);
    expect(CLIENTS.showing(3, 7)).toBe('Showing 3 of 7 clients');
    expect(PAGING.showing(1, 2, 3)).toBe('Showing 1 to 2 of 3 results');
    expect(SPECIFIED.operator).toHaveLength(51);
    expect(SPECIFIED.operator.filter((sentence) => !known.has(sentence))).toEqual([]);
  });
});
