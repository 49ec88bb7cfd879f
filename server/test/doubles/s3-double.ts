import { type DoubleAnswer, type DoubleOptions, type DoubleRequest, DoubleServer } from './double-server.ts';
import { sha256Hex, signatureOf } from './sigv4.ts';

interface S3Keys {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export const S3_KEYS: S3Keys = {
  bucket: 'labels-of-a-shop',
  region: 'eu-central-1',
  accessKeyId: 'AKIDLADINGDOUBLE',
  secretAccessKey: 'a/secret+of the=double',
};

interface S3DoubleOptions extends DoubleOptions {
  keys?: S3Keys;
  /** Its own clock; it refuses signatures of another time. */
  now?: () => Date;
}

interface StoredFile {
  bytes: Buffer;
  contentType: string;
}

const MAX_SKEW_MS = 15 * 60_000;

const no = (status: number, code: string): DoubleAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`,
});

/** S3 storage with one bucket, in memory. It verifies signatures with independent code. */
export class S3Double {
  /** By name, without the bucket. */
  readonly files = new Map<string, StoredFile>();
  readonly server: DoubleServer;
  readonly #keys: S3Keys;
  readonly #now: () => Date;

  constructor({ keys = S3_KEYS, now = () => new Date(), ...options }: S3DoubleOptions = {}) {
    this.#keys = keys;
    this.#now = now;
    this.server = new DoubleServer(
      options,
      async (request) => this.#refusal(request) ?? this.#serve(request),
    );
  }

  /** The Lading settings to use it. */
  settings(): Record<string, string> {
    const { bucket, region, accessKeyId, secretAccessKey } = this.#keys;
    return {
      LABEL_STORAGE: 's3',
      S3_ENDPOINT: this.server.url,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
  }

  #serve({ method, path, query, headers, body }: DoubleRequest): DoubleAnswer {
    const [, bucket, ...rest] = path.split('/');
    if (bucket !== this.#keys.bucket) return no(404, 'NoSuchBucket');
    const name = decodeURIComponent(rest.join('/'));
    if (method === 'PUT') {
      if (headers['x-amz-content-sha256'] !== sha256Hex(body)) return no(400, 'XAmzContentSHA256Mismatch');
      this.files.set(name, { bytes: body, contentType: String(headers['content-type']) });
      this.server.note('put', { name, bytes: body.length });
      return { status: 200, body: '' };
    }
    if (method === 'DELETE') {
      this.files.delete(name);
      this.server.note('delete', { name });
      return { status: 204, body: '' };
    }
    const file = this.files.get(name);
    if (!file) return no(404, 'NoSuchKey');
    const disposition = query.get('response-content-disposition');
    return {
      status: 200,
      headers: {
        'content-type': query.get('response-content-type') ?? file.contentType,
        ...(disposition && { 'content-disposition': disposition }),
      },
      body: file.bytes,
    };
  }

  /** Null when the request has a valid current signature. */
  #refusal(request: DoubleRequest): DoubleAnswer | null {
    const given = request.query.has('X-Amz-Signature') ? fromQuery(request) : fromHeaders(request);
    if (!given) return no(403, 'AccessDenied');
    const { accessKeyId, secretAccessKey, region } = this.#keys;
    const { credential, date, signedHeaders, payloadHash, signature, lifeMs } = given;
    if (credential !== `${accessKeyId}/${date.slice(0, 8)}/${region}/s3/aws4_request`)
      return no(403, 'InvalidAccessKeyId');
    const age = this.#now().getTime() - timeOf(date);
    if (lifeMs === null ? Math.abs(age) > MAX_SKEW_MS : age < -MAX_SKEW_MS || age > lifeMs)
      return no(403, lifeMs === null ? 'RequestTimeTooSkewed' : 'AccessDenied');
    if (!signedHeaders.includes('host')) return no(403, 'AccessDenied');
    const expected = signatureOf({ ...request, signedHeaders, payloadHash, date, region }, secretAccessKey);
    return signature === expected ? null : no(403, 'SignatureDoesNotMatch');
  }
}

interface GivenSignature {
  credential: string;
  date: string;
  signedHeaders: string[];
  payloadHash: string;
  signature: string;
  /** Null: valid only now. */
  lifeMs: number | null;
}

function fromQuery({ query }: DoubleRequest): GivenSignature {
  const value = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  return {
    credential: value('Credential'),
    date: value('Date'),
    signedHeaders: value('SignedHeaders').split(';'),
    payloadHash: 'UNSIGNED-PAYLOAD',
    signature: value('Signature'),
    lifeMs: Number(value('Expires')) * 1000,
  };
}

function fromHeaders({ headers }: DoubleRequest): GivenSignature | null {
  const parts = /^AWS4-HMAC-SHA256 Credential=(.+), ?SignedHeaders=(.+), ?Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  const [, credential, signedHeaders, signature] = parts ?? [];
  if (!credential || !signedHeaders || !signature) return null;
  return {
    credential,
    date: String(headers['x-amz-date']),
    signedHeaders: signedHeaders.split(';'),
    payloadHash: String(headers['x-amz-content-sha256']),
    signature,
    lifeMs: null,
  };
}

const timeOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

export async function startS3Double(options: S3DoubleOptions = {}): Promise<S3Double> {
  const double = new S3Double(options);
  await double.server.listen();
  return double;
}
