import { type DestinationStream, type Logger, pino } from 'pino';
import { traceIdNow } from './tracing/span.ts';

export type Log = Logger;

/** Redacted up to two levels deep. */
const SECRET_FIELDS = ['password', 'token', 'authorization', 'clientSecret', 'cookie', 'card', 'secret'];
const secretPaths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { app: 'lading' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => {
      const traceId = traceIdNow();
      return traceId === undefined ? {} : { traceId };
    },
    redact: { paths: secretPaths, censor: '[secret]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
