import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** A no-op tracer unless tracing is on. */
const tracer = () => trace.getTracer('lading');

/** Runs the work in a span; spans of nested calls become its children. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { attributes, kind: kindOf(attributes) }, async (span) => {
    try {
      return await work();
    } catch (error) {
      // Only the name: a message may quote client input.
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

/** Set once at startup. Check it before work that costs something even without a span. */
export const isTracing = () => recording;

export function setTracing(on: boolean): void {
  recording = on;
}

/** A span for work that has just ended. */
export function pastSpan(name: string, attributes: Attributes, milliseconds: number, failed: boolean): void {
  const end = Date.now();
  const span = tracer().startSpan(name, { attributes, kind: SpanKind.CLIENT, startTime: end - milliseconds });
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(end);
}

/** The current trace id, for the log. */
export function traceIdNow(): string | undefined {
  const context = trace.getActiveSpan()?.spanContext();
  return context?.traceId;
}
