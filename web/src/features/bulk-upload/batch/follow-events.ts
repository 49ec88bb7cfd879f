import { GENERAL } from '@lading/contract/messages.ts';
import { createParser } from 'eventsource-parser';
import { ApiError } from '../../../lib/api-error.ts';
import { type Http, http } from '../../../lib/http.ts';
import { isRetryable, pauseBefore } from '../../../lib/retry.ts';

/** The server sends a comment every 20 seconds, so a connection that is silent for this long is dead. */
const SILENCE_MS = 60_000;

/** One server-sent event. `id` is the latest one the stream named, even for events without their own. */
export interface StreamEvent {
  event: string;
  data: string;
  id: string | null;
}

interface FollowDependencies {
  http: Http;
  pause: (attempt: number, signal: AbortSignal) => Promise<void>;
}

interface FollowOptions {
  path: string;
  /** The ID of the last event already seen. After a disconnect, the stream resumes from the latest one. */
  after: string;
  onEvent: (event: StreamEvent) => void;
  signal: AbortSignal;
}

/** Reads the events of one connection until it ends. */
async function readEvents(
  response: Response,
  onEvent: (event: StreamEvent) => void,
  onBytes: () => void,
): Promise<void> {
  const reader = response.body?.getReader();
  if (!reader) throw new ApiError({ status: 0, message: GENERAL.networkError });
  const decoder = new TextDecoder();
  let id: string | null = null;
  const parser = createParser({
    onId: (named) => {
      id = named;
    },
    onEvent: ({ event = 'message', data }) => onEvent({ event, data, id }),
  });
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    onBytes();
    parser.feed(decoder.decode(part.value, { stream: true }));
  }
}

/**
 * Follows a stream and reconnects until the signal aborts; rejects if the server refuses the request.
 * Does not use `EventSource`, which cannot send the session token.
 */
export function createFollower({ http, pause }: FollowDependencies) {
  return async function follow(options: FollowOptions): Promise<void> {
    let after = options.after;
    let failures = 0;
    while (!options.signal.aborted) {
      const connection = new AbortController();
      const signal = AbortSignal.any([options.signal, connection.signal]);
      let silence: ReturnType<typeof setTimeout> | undefined;
      const restartSilence = () => {
        clearTimeout(silence);
        silence = setTimeout(() => connection.abort(), SILENCE_MS);
      };
      const onEvent = (event: StreamEvent) => {
        options.onEvent(event);
        after = event.id ?? after;
      };
      try {
        restartSilence();
        const onBytes = () => {
          restartSilence();
          failures = 0;
        };
        await http(
          options.path,
          {
            headers: { accept: 'text/event-stream', 'last-event-id': after },
            cache: 'no-store',
            signal,
            timeLimitMs: null,
          },
          (response) => readEvents(response, onEvent, onBytes),
        );
      } catch (error) {
        if (error instanceof ApiError && !isRetryable(error)) throw error;
      } finally {
        clearTimeout(silence);
        connection.abort();
      }
      failures += 1;
      await pause(failures, options.signal);
    }
  };
}

export const followEvents = createFollower({ http, pause: pauseBefore });
