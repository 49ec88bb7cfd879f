import type { ApiDescription } from './api-description.ts';
import { type DoubleServer, shapeOf } from './double-server.ts';

/** The requests to a double, checked against the API description of its provider. */
interface RequestRecord {
  /** Operations of the description, in order of first use. */
  operations: string[];
  /** Calls that the description does not contain. */
  notDescribed: string[];
  violations: string[];
}

/** Checks every request to the double from now on. */
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
