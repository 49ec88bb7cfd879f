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

  it('cover the operator: its screens, its rules, its failures, its successes and its confirmations (needs ../shared/spec.md)', (context) => {
    if (!existsSync(SPECIFICATION)) return context.skip('../shared/spec.md is not on this machine');
    const specification = readFileSync(SPECIFICATION, 'utf8').replaceAll("server's", 'server');
    const quotedIn = (part: RegExp) =>
      [...(part.exec(specification)?.[0] ?? '').matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '');
    const screens = [
      /\*\*Client Management \([^\n]*/,
      /\*\*Global Commission Settings \([^\n]*/,
      /\*\*Shipment Overview \([^\n]*/,
      /\*\*Analytics \([^\n]*/,
      /\*\*Audit Logs \([^\n]*/,
    ].flatMap(quotedIn);
    const rules = quotedIn(/\*\*Admin\*\*: inline[^\n]*/);
    const failures = quotedIn(/\*\*Admin features\*\*[^\n]*/);
    const successes = quotedIn(/\*\*Success toasts\*\*:[^\n]*'Commission updated[^\n]*/).slice(-9);
    const details = quotedIn(/\*\*Audit details column\*\*[^\n]*/);
    const confirmations = quotedIn(/\*\*Confirmations\*\*:[^\n]*/);
    expect([screens, rules, failures, successes, details, confirmations].map((part) => part.length)).toEqual([
      18, 4, 16, 9, 2, 2,
    ]);

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
    const all = [...screens, ...rules, ...failures, ...successes, ...details, ...confirmations];
    expect(all.filter((sentence) => !known.has(sentence))).toEqual([]);
  });
});
