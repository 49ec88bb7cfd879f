import type { ApiDescription } from './api-description.ts';
import { type DoubleServer, shapeOf } from './double-server.ts';

/** What a double was asked, held against what its provider says about itself. */
interface RequestRecord {
  /** Operations of the description, in the order in which they were first used. */
  operations: string[];
  /** Calls that the description does not know. */
  notDescribed: string[];
  violations: string[];
}

/** Puts the description in front of a double: from now on every request is checked. */
export function recordRequests(server: DoubleServer, description: ApiDescription): RequestRecord {
  const record: RequestRecord = { operations: [], notDescribed: [], violations: [] };
  const add = (list: string[], entry: string) => {
    if (!list.includes(entry)) list.push(entry);
  };
  server.onRequest((request) => {
    const { operation, violations } = description.check(request);
    if (operation === null) add(record.notDescribed, `${request.method} ${shapeOf(request.path)}`);
    else {
      add(record.operations, operation);
      record.violations.push(...violations.map((violation) => `${operation}: ${violation}`));
    }
  });
  return record;
}
