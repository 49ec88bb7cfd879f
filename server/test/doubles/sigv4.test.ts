import { AwsV4Signer } from 'aws4fetch';
import { describe, expect, it } from 'vitest';
import { type SignedParts, sha256Hex, signatureOf } from './sigv4.ts';

/** The examples of Amazon's documentation. */
const ACCESS_KEY_ID = 'AKIAIOSFODNN7EXAMPLE';
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const HOST = 'examplebucket.s3.amazonaws.com';
const DATE = '20130524T000000Z';

const EXAMPLES: {
  what: string;
  method: string;
  path: string;
  query?: [string, string][];
  headers?: Record<string, string>;
  body?: string;
  signature: string;
}[] = [
  {
    what: 'reading a part of a file',
    method: 'GET',
    path: '/test.txt',
    headers: { range: 'bytes=0-9' },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    what: 'writing a file',
    method: 'PUT',
    path: '/test%24file.text',
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    body: 'Welcome to Amazon S3.',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    what: 'a request with a name only',
    method: 'GET',
    path: '/',
    query: [['lifecycle', '']],
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    what: 'listing',
    method: 'GET',
    path: '/',
    query: [
      ['max-keys', '2'],
      ['prefix', 'J'],
    ],
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
];

describe('the signatures of the documented examples', () => {
  it.each(EXAMPLES)('for $what match the double', (example) => {
    const { method, path, query = [], headers = {}, body = '', signature } = example;
    const payloadHash = sha256Hex(body);
    const sent = { ...headers, host: HOST, 'x-amz-content-sha256': payloadHash, 'x-amz-date': DATE };
    const parts: SignedParts = {
      method,
      path,
      query,
      headers: sent,
      signedHeaders: Object.keys(sent).sort(),
      payloadHash,
      date: DATE,
      region: 'us-east-1',
    };
    expect(signatureOf(parts, SECRET)).toBe(signature);
  });

  const PRESIGNED = 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';

  it('in a link match the double', () => {
    const query: [string, string][] = [
      ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
      ['X-Amz-Credential', `${ACCESS_KEY_ID}/20130524/us-east-1/s3/aws4_request`],
      ['X-Amz-Date', DATE],
      ['X-Amz-Expires', '86400'],
      ['X-Amz-SignedHeaders', 'host'],
    ];
    const parts: SignedParts = {
      method: 'GET',
      path: '/test.txt',
      query,
      headers: { host: HOST },
      signedHeaders: ['host'],
      payloadHash: 'UNSIGNED-PAYLOAD',
      date: DATE,
      region: 'us-east-1',
    };
    expect(signatureOf(parts, SECRET)).toBe(PRESIGNED);
  });

  it('in a link match the library that we use', async () => {
    const signed = await new AwsV4Signer({
      url: `https://${HOST}/test.txt?X-Amz-Expires=86400`,
      accessKeyId: ACCESS_KEY_ID,
      secretAccessKey: SECRET,
      region: 'us-east-1',
      service: 's3',
      datetime: DATE,
      signQuery: true,
    }).sign();
    expect(signed.url.searchParams.get('X-Amz-Signature')).toBe(PRESIGNED);
  });
});
