import { AUDIT_LOGS } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { summarizeDetails } from './summarize-details.ts';

describe('the summary of audit details', () => {
  it.each([[null], [undefined], [''], [{}], ['{}']])('of %j says that there are none', (raw) => {
    expect(summarizeDetails(raw)).toBe(AUDIT_LOGS.noDetails);
  });

  it.each([['{broken'], ['plain text'], [7], [true], [[1, 2]], ['[1]'], ['null'], ['"text"']])(
    'of %j says that it is unreadable',
    (raw) => {
      expect(summarizeDetails(raw)).toBe(AUDIT_LOGS.invalidDetails);
    },
  );

  it('prefers the error text over everything else', () => {
    const raw = { error: 'Card declined', dateRange: { startDate: 'a', endDate: 'b' } };
    expect(summarizeDetails(raw)).toBe('Card declined');
    expect(summarizeDetails({ error: { message: 'Not allowed' } })).toBe('Not allowed');
  });

  it('shows a date range', () => {
    const raw = { dateRange: { startDate: '2025-10-01', endDate: '2025-10-31' } };
    expect(summarizeDetails(raw)).toBe('Date range: 2025-10-01 to 2025-10-31');
  });

  it('counts users in both formats, and lists only the kinds present', () => {
    const totals = { admin: { totalUsers: 2 }, client: { totalUsers: 14 } };
    expect(summarizeDetails({ userTypes: totals })).toBe('Users: 2 admins, 14 clients');
    expect(summarizeDetails({ userTypes: { client: 0 } })).toBe('Users: 0 clients');
  });

  it('shows page and limit', () => {
    const raw = { filters: { action: 'LOGIN' }, pagination: { page: 3, limit: 25 } };
    expect(summarizeDetails(raw)).toBe('Page 3, limit 25');
  });

  it('shows the number of users instead of the page for a user list', () => {
    const raw = {
      userTypes: { admin: { totalUsers: 1 }, client: { totalUsers: 13 } },
      filters: {},
      pagination: { page: 1, limit: 50 },
    };
    expect(summarizeDetails(raw)).toBe('Users: 1 admin, 13 clients');
  });

  it('falls back to the first 100 characters and an ellipsis', () => {
    const raw = { note: 'n'.repeat(300) };
    expect(summarizeDetails(raw)).toBe(`${JSON.stringify(raw).slice(0, 100)}…`);
    expect(summarizeDetails({ userTypes: {}, error: '' })).toBe('{"userTypes":{},"error":""}…');
  });

  it('truncates a long error at a character boundary', () => {
    const text = summarizeDetails({ error: '📦'.repeat(150) });
    expect(text).toBe(`${'📦'.repeat(100)}…`);
  });

  it('reads details that were stored as JSON text', () => {
    expect(summarizeDetails('{"error":"Timeout"}')).toBe('Timeout');
  });
});
