import { AUDIT_ACTIONS, MORE_AUDIT_ACTIONS } from '@lading/contract/audit.ts';
import { expect, it } from 'vitest';
import type { AuditEventType } from './audit.events.ts';

const LISTED = [...AUDIT_ACTIONS, ...MORE_AUDIT_ACTIONS.flatMap(({ actions }) => actions)];
type Listed = (typeof LISTED)[number];

/** Fails to compile when an event cannot be filtered by, or a filter has no event. */
const isComplete: [Exclude<AuditEventType, Listed>] extends [never] ? true : false = true;
const isKnown: [Exclude<Listed, AuditEventType>] extends [never] ? true : false = true;

it('the audit list offers every audit event as a filter, each once', () => {
  expect([isComplete, isKnown]).toEqual([true, true]);
  expect(new Set(LISTED).size).toBe(LISTED.length);
});
