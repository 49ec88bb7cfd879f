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

/** After the reader has closed the log pipe, pino's stream never emits "close". */
const END_WITHIN_MS = 1_000;

/**
 * Resolves when the last lines are written, or cannot be. Call it before the process exits: on exit, pino would retry
 * writing to a closed pipe forever, and the process would never exit.
 */
export function endLog(log: Log): Promise<void> {
  const stream = (log as unknown as Record<symbol, EndableStream>)[pino.symbols.streamSym];
  return new Promise((done) => {
    setTimeout(done, END_WITHIN_MS);
    stream?.once('close', done);
    stream?.once('error', done);
    stream?.end();
  });
}

interface EndableStream {
  once(event: 'close' | 'error', listener: () => void): void;
  end(): void;
}

const REPEAT_EVERY_MS = 60_000;
const MAX_CAUSES = 100;

/**
 * Logs a problem that hits many requests once a minute for each cause, with the number of times since the last
 * line, so that an outage does not fill the log.
 */
export class RepeatedProblems {
  readonly #everyMs: number;
  readonly #causes = new Map<string, { nextLineAt: number; unlogged: number }>();

  constructor(everyMs = REPEAT_EVERY_MS) {
    this.#everyMs = everyMs;
  }

  /** Calls `write` if a line is due. `times` includes this time. */
  note(cause: string, write: (times: number) => void): void {
    const now = performance.now();
    const known = this.#causes.get(cause) ?? { nextLineAt: 0, unlogged: 0 };
    known.unlogged += 1;
    if (!this.#causes.has(cause) && this.#causes.size >= MAX_CAUSES) this.#causes.clear();
    this.#causes.set(cause, known);
    if (now < known.nextLineAt) return;
    write(known.unlogged);
    known.nextLineAt = now + this.#everyMs;
    known.unlogged = 0;
  }
}
