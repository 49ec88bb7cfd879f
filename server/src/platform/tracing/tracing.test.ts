import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { DoubleServer } from '../../../test/doubles/double-server.ts';
import { inSpan } from './span.ts';
import { startTracing } from './start-tracing.ts';

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[];
  status: { code?: number };
}

const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

const received: ExportedSpan[] = [];
const collector = new DoubleServer({}, async ({ path, body }) => {
  if (path !== '/v1/traces') return { status: 404, body: {} };
  const { resourceSpans } = JSON.parse(body.toString());
  for (const { scopeSpans } of resourceSpans)
    for (const { spans } of scopeSpans) received.push(...(spans as ExportedSpan[]));
  return { status: 200, body: {} };
});

let test: TestApp;
let flush: () => Promise<void>;

beforeAll(async () => {
  const endpoint = await collector.listen();
  flush = await startTracing({ endpoint: `${endpoint}/`, ratio: 1, service: 'lading-test' });
  test = await buildTestApp();
  await test.inject({
    method: 'POST',
    url: '/api/auth/login?hint=secret-in-address',
    headers: { traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01` },
    payload: { email: 'nobody@example.com', password: 'wrong-password-1' },
  });
  await inSpan('failing work', {}, async () => {
    throw new Error('text that a client typed');
  }).catch(() => {});
  await test.close();
  await flush();
});
afterAll(() => collector.close());

const named = (name: string) => received.filter((span) => span.name === name);

describe('traces', () => {
  it('name a request by its route and continue the trace of the caller', () => {
    const [span] = named('POST /api/auth/login');
    expect(span).toMatchObject({ traceId: CALLER.traceId, parentSpanId: CALLER.spanId });
    expect(span?.attributes).toContainEqual({
      key: 'http.response.status_code',
      value: { intValue: 401 },
    });
  });

  it('contain the SQL statements of a request, without values', () => {
    const [request] = named('POST /api/auth/login');
    const statements = received.filter(
      (span) => span.parentSpanId === request?.spanId && span.name.startsWith('postgresql'),
    );
    expect(statements.length).toBeGreaterThan(0);
    expect(JSON.stringify(statements)).not.toContain('nobody@example.com');
  });

  it('report that work failed, without the error message', () => {
    const [span] = named('failing work');
    expect(span?.status.code).toBe(2);
    expect(JSON.stringify(span)).not.toContain('client typed');
  });

  it('contain no URL of a request, which may carry a secret', () => {
    expect(received.length).toBeGreaterThan(0);
    expect(JSON.stringify(received)).not.toContain('secret-in-address');
  });

  it('put their id into the log lines of the request', () => {
    expect(test.logText()).toContain(`"traceId":"${CALLER.traceId}"`);
  });
});
