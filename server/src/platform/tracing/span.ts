import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Without tracing switched on these cost a call that does nothing. */
const tracer = () => trace.getTracer('lading');

/** Does the work inside a span of its own; what it calls hangs below it. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { attributes, kind: kindOf(attributes) }, async (span) => {
    try {
      return await work();
    } catch (error) {
      // The name alone: a message may quote what somebody typed.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
      throw error;
    } finally {
      span.end();
    }
  });
}

const kindOf = (attributes: Attributes) =>
  'server.address' in attributes ? SpanKind.CLIENT : SpanKind.INTERNAL;

let recording = false;

/** Set once at the start; what costs something even without a span asks first. */
export const isTracing = () => recording;

export function setTracing(on: boolean): void {
  recording = on;
}

/** A span of something that has just ended. */
export function pastSpan(name: string, attributes: Attributes, milliseconds: number, failed: boolean): void {
  const end = Date.now();
  const span = tracer().startSpan(name, { attributes, kind: SpanKind.CLIENT, startTime: end - milliseconds });
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(end);
}

/** The trace that is going on here, for the log; undefined when there is none. */
export function traceIdNow(): string | undefined {
  const context = trace.getActiveSpan()?.spanContext();
  return context?.traceId;
}
