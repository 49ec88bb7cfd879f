import type { LogEvent } from 'kysely';
import { pastSpan } from './span.ts';

/** SQL text without parameter values. */
export function traceStatement({ level, query, queryDurationMillis }: LogEvent): void {
  const verb = /^\s*(\w+)/.exec(query.sql)?.[1]?.toUpperCase() ?? 'QUERY';
  pastSpan(
    `postgresql ${verb}`,
    { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.text': query.sql },
    queryDurationMillis,
    level === 'error',
  );
}
