import type { BalanceAnswer } from '@lading/contract/balance.ts';
import { API } from '@lading/contract/routes.ts';
import type { RuntimeConfig } from '@lading/contract/runtime-config.ts';
import { expect, onTestFinished, vi } from 'vitest';
import { forgetRuntimeConfig } from '../src/lib/runtime-config.ts';
import { serverMode } from '../src/lib/server-mode.ts';

export interface ReceivedCall {
  /** Such as `POST /api/auth/login`, without the query. */
  name: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

type Answer = Response | Promise<Response>;
type Handler = (call: ReceivedCall) => Answer;
/** By name, such as `GET /api/shippo/history`. */
export type Answers = Record<string, Handler>;

export const json = (content: unknown, status = 200) => Response.json(content, { status });
/** What the browser does without a network. */
export const networkFailure = () => Promise.reject(new TypeError('Failed to fetch'));
export const never = () => new Promise<Response>(() => {});

/** Every page loads forever: for tests of what surrounds the pages. */
export const PAGES_WAIT: Answers = Object.fromEntries(
  Object.values(API)
    .filter((route) => route.startsWith('/api/'))
    .map((route) => [`GET ${route}`, never]),
);

export const RUNTIME_CONFIG: RuntimeConfig = {
  productName: 'Lading',
  apiBaseUrl: '',
  adminBaseUrl: '',
  verifyBaseUrl: '',
  supportEmail: null,
  demo: false,
  emailsLabels: false,
  security: 'standard',
  secondFactorFor: 'none',
  passkeyOrigin: null,
  timeZone: 'UTC',
  payment: { provider: 'test' },
};

/** A canceled request gets no answer, as in the browser. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Replaces the browser's fetch. A call without a stated answer fails the test. */
/** A client who never topped up. */
export const NO_BALANCE: BalanceAnswer = {
  balance: 0,
  available: 0,
  creditLimit: 0,
  dueDays: 30,
  owed: 0,
  overdue: 0,
  payable: 0,
};

export function fakeServer(answers: Answers) {
  const handlers: Answers = {
    [`GET ${API.runtimeConfig}`]: () => json(RUNTIME_CONFIG),
    [`GET ${API.balance}`]: () => json(NO_BALANCE),
    // After a test with an unavailable server, the app asks until it is ready.
    'GET /readyz': () => json({ status: 'ready' }),
    ...answers,
  };
  const calls: ReceivedCall[] = [];
  const unexpected: string[] = [];
  let isOver = false;

  const respond = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const name = `${request.method} ${pathname}`;
    const text = await request.text();
    const isJson = request.headers.get('content-type')?.includes('json') ?? false;
    const body = isJson && text ? JSON.parse(text) : text;
    const call = { name, query: searchParams, headers: request.headers, body };
    calls.push(call);
    const handler = handlers[name];
    if (handler) {
      try {
        const answer = await Promise.race([handler(call), aborted(request.signal)]);
        return isOver ? never() : answer;
      } catch (error) {
        if (isOver) return never();
        throw error;
      }
    }
    unexpected.push(name);
    return networkFailure();
  };

  vi.stubGlobal('fetch', respond);
  forgetRuntimeConfig();
  /** A late answer or timeout would show its toast in the next test. */
  const stop = () => {
    isOver = true;
    vi.stubGlobal('fetch', never);
  };
  onTestFinished(() => {
    stop();
    serverMode.note(null, false);
    expect(unexpected).toEqual([]);
  });
  return {
    stop,
    /** Replaces answers from now on. */
    answer: (changed: Answers) => void Object.assign(handlers, changed),
    callsTo: (name: string) => calls.filter((call) => call.name === name),
  };
}
