import { GENERAL } from '@lading/contract/messages.ts';
import { createParser } from 'eventsource-parser';
import { ApiError } from './api-error.ts';
import type { Http } from './http.ts';

export interface StreamEvent {
  event: string;
  data: string;
  /** Null for an event without an id. */
  id: string | null;
}

interface EventStreamOptions {
  /** The server sends only events after this one. */
  lastEventId: string;
  signal: AbortSignal;
  onEvent: (event: StreamEvent) => void;
  /** Called for every chunk, including comments. */
  onActivity: () => void;
}

/** Reads server-sent events until the server closes the stream. `EventSource` cannot send the bearer token. */
export async function readEventStream(http: Http, path: string, options: EventStreamOptions): Promise<void> {
  const { lastEventId, signal, onEvent, onActivity } = options;
  const headers = { accept: 'text/event-stream', 'last-event-id': lastEventId };
  const request = { headers, signal, timeLimitMs: null, cache: 'no-store' } as const;
  const { content: stream } = await http(path, request, (response) => response.body);
  if (!stream) throw new ApiError({ status: 0, message: GENERAL.networkError });
  const parser = createParser({
    onEvent: ({ event = 'message', data, id = null }) => onEvent({ event, data, id }),
  });
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    onActivity();
    parser.feed(decoder.decode(part.value, { stream: true }));
  }
}
