import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { Clock } from '../../../platform/clock.ts';
import { contentDisposition } from '../../../platform/content-disposition.ts';
import type { CallObserver } from '../../../platform/outgoing/call-observer.ts';
import { CircuitBreaker } from '../../../platform/outgoing/circuit-breaker.ts';
import { callOut, type HttpAnswer } from '../../../platform/outgoing/http-call.ts';
import type { LabelStorage } from '../port.ts';

export interface S3Deps {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  clock: Clock;
  observer?: CallObserver;
  /** For the whole call, from connecting to the last byte. */
  withinMs?: number;
}

/** A label is about 10 KB; no carrier sends more than a few hundred KB. */
const MAX_BYTES = 10 * 1024 * 1024;
const WITHIN_MS = 10_000;

interface Call {
  method: 'GET' | 'PUT' | 'DELETE';
  name: string;
  contentType?: string;
  body?: Uint8Array;
}

/** Any S3-compatible storage. Path-style URLs work with all of them. */
export class S3Storage implements LabelStorage {
  readonly name = 's3';
  readonly #deps: S3Deps;
  readonly #breaker: CircuitBreaker;
  /** Signing keys per day, derived once. */
  readonly #dayKeys = new Map<string, ArrayBuffer>();

  constructor(deps: S3Deps) {
    this.#deps = deps;
    this.#breaker = new CircuitBreaker('the label storage', deps.clock, { observer: deps.observer });
  }

  async put(name: string, { contentType, bytes }: { contentType: string; bytes: Uint8Array }): Promise<void> {
    const answer = await this.#call({ method: 'PUT', name, contentType, body: bytes });
    if (answer.status !== 200) throw refusal('PUT', answer);
  }

  async get(name: string): Promise<Buffer | null> {
    const answer = await this.#call({ method: 'GET', name });
    if (answer.status === 200) return answer.body;
    if (isMissing(answer)) return null;
    throw refusal('GET', answer);
  }

  async remove(name: string): Promise<void> {
    const answer = await this.#call({ method: 'DELETE', name });
    if (answer.status !== 204 && answer.status !== 200 && !isMissing(answer)) throw refusal('DELETE', answer);
  }

  async link(name: string, { seconds, fileName }: { seconds: number; fileName: string }): Promise<string> {
    const url = this.#urlOf(name);
    url.searchParams.set('X-Amz-Expires', String(seconds));
    url.searchParams.set('response-content-type', 'application/pdf');
    url.searchParams.set('response-content-disposition', contentDisposition(fileName));
    const signed = await this.#signer({ method: 'GET', url, signQuery: true }).sign();
    // The signature covers %20; not every storage service reads a plus as a space.
    return signed.url.href.replaceAll('+', '%20');
  }

  async #call({ method, name, contentType, body }: Call): Promise<HttpAnswer> {
    const url = this.#urlOf(name);
    // The signed hash makes the storage reject bytes that changed in transit.
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(contentType && { 'content-type': contentType }),
    };
    const signed = await this.#signer({ method, url, headers }).sign();
    return this.#breaker.run(
      () =>
        callOut({
          method,
          url: signed.url,
          headers: Object.fromEntries(signed.headers),
          ...(body && { body }),
          withinMs: this.#deps.withinMs ?? WITHIN_MS,
          mostBytes: MAX_BYTES,
        }),
      // A wrong bucket or key fails every call, so it counts like an outage and shows in the metrics.
      (answer) => answer.status >= 400 && !isMissing(answer),
    );
  }

  #signer(request: { method: string; url: URL; headers?: Record<string, string>; signQuery?: boolean }) {
    const { region, accessKeyId, secretAccessKey, clock } = this.#deps;
    return new AwsV4Signer({
      ...request,
      url: request.url.href,
      region,
      accessKeyId,
      secretAccessKey,
      service: 's3',
      cache: this.#dayKeys,
      datetime: clock
        .now()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, ''),
    });
  }

  #urlOf(name: string): URL {
    const { endpoint, bucket } = this.#deps;
    return new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}/${name}`);
  }
}

const codeOf = ({ body }: HttpAnswer): string => /<Code>(\w+)<\/Code>/.exec(body.toString())?.[1] ?? '';

/** A missing bucket is a wrong setting, not a missing file. */
const isMissing = (answer: HttpAnswer) => answer.status === 404 && codeOf(answer) !== 'NoSuchBucket';

const refusal = (method: string, answer: HttpAnswer) =>
  new Error(`The label storage answered ${method} with ${answer.status} ${codeOf(answer)}`.trimEnd());
