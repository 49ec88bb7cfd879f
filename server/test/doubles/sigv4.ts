import { createHash, createHmac } from 'node:crypto';

/** The signed parts of a request, as the server sees them. */
export interface SignedParts {
  method: string;
  /** As sent, with percent encoding. */
  path: string;
  query: Iterable<[string, string]>;
  headers: Record<string, string | string[] | undefined>;
  signedHeaders: string[];
  /** Hex, or a placeholder such as UNSIGNED-PAYLOAD. */
  payloadHash: string;
  /** Such as 20130524T000000Z. */
  date: string;
  region: string;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
export const sha256Hex = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signature version 4 of S3, implemented from its documentation, independent of the library that signs our requests. */
export function signatureOf(parts: SignedParts, secretAccessKey: string): string {
  const { method, path, query, headers, signedHeaders, payloadHash, date, region } = parts;
  const day = date.slice(0, 8);
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...query]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...signedHeaders.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256Hex(canonical)].join(
    '\n',
  );
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(key, toSign).toString('hex');
}
