import { GENERAL } from '@lading/contract/messages.ts';
import type { RuntimeConfig } from '@lading/contract/runtime-config.ts';
import { ApiError, errorFromResponse } from '../../../lib/api-error.ts';
import { loadRuntimeConfig } from '../../../lib/runtime-config.ts';
import { type SessionStore, sessionStore } from '../../../lib/session-store.ts';
import { createEventParser, type StreamEvent } from './event-parser.ts';
import { mayBeSentAgain, pauseBefore } from './try-again.ts';

/** A healthy server says something every few seconds; a line that is silent for so long is dead. */
const SILENCE_MS = 60_000;

export interface FollowDependencies {
  fetch: typeof fetch;
  config: () => Promise<Pick<RuntimeConfig, 'apiBaseUrl'>>;
  session: Pick<SessionStore, 'token' | 'lose'>;
  pause: (attempt: number, signal: AbortSignal) => Promise<void>;
}

export interface FollowOptions {
  path: string;
  /** News after this one; the newest that came is asked for after every break of the line. */
  after: string;
  onEvent: (event: StreamEvent) => void;
  signal: AbortSignal;
}

/** Follows news until the signal ends it; rejects when the server refuses. `EventSource` could not carry the token. */
export function createFollower({ fetch, config, session, pause }: FollowDependencies) {
  async function connect({ path, after, signal }: FollowOptions): Promise<Response> {
    const token = session.token();
    const base = (await config()).apiBaseUrl.replace(/\/+$/, '');
    const headers: Record<string, string> = { accept: 'text/event-stream', 'last-event-id': after };
    if (token !== null) headers.authorization = `Bearer ${token}`;
    const response = await fetch(`${base}${path}`, {
      headers,
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
    if (response.ok) return response;
    if (response.status === 401 && token !== null) session.lose(token);
    throw errorFromResponse(response, await response.text(), 'general');
  }

  return async function follow(options: FollowOptions): Promise<void> {
    let after = options.after;
    let failures = 0;
    while (!options.signal.aborted) {
      const line = new AbortController();
      const signal = AbortSignal.any([options.signal, line.signal]);
      let silence: ReturnType<typeof setTimeout> | undefined;
      const heard = () => {
        clearTimeout(silence);
        silence = setTimeout(() => line.abort(), SILENCE_MS);
      };
      try {
        heard();
        const response = await connect({ ...options, after, signal });
        const reader = response.body?.getReader();
        if (!reader) throw new ApiError({ status: 0, message: GENERAL.networkError });
        const decoder = new TextDecoder();
        const parse = createEventParser();
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          heard();
          failures = 0;
          for (const event of parse(decoder.decode(part.value, { stream: true }))) {
            options.onEvent(event);
            after = event.id ?? after;
          }
        }
      } catch (error) {
        // Asking again is of no use where the server will not talk to us.
        if (error instanceof ApiError && !mayBeSentAgain(error)) throw error;
      } finally {
        clearTimeout(silence);
        line.abort();
      }
      failures += 1;
      await pause(failures, options.signal);
    }
  };
}

export const followEvents = createFollower({
  fetch: (input, init) => fetch(input, init),
  config: loadRuntimeConfig,
  session: sessionStore,
  pause: pauseBefore,
});
