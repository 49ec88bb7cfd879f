import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/build-test-app.ts';
import { S3_KEYS, type S3Double, startS3Double } from '../../../../test/doubles/s3-double.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { type S3Deps, S3Storage } from './s3-storage.ts';

const NAME = 'labels/2026/11/7d444840-9dc0-11d1-b245-5ffdce74fad2.pdf';
const FILE = { contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.7 label') };

let clock: ManualClock;
let double: S3Double;

beforeEach(async () => {
  clock = new ManualClock();
  double = await startS3Double({ now: clock.now });
});
afterEach(() => double.server.close());

const storageWith = (change: Partial<S3Deps> = {}) =>
  new S3Storage({ ...S3_KEYS, endpoint: double.server.url, clock, ...change });

describe('storage on S3', () => {
  it('stores a file, returns the same bytes, and removes it, even when asked twice', async () => {
    const storage = storageWith({ endpoint: `${double.server.url}/` });
    expect(await storage.get(NAME)).toBeNull();
    await storage.put(NAME, FILE);
    await storage.put(NAME, FILE);
    expect([...double.files]).toEqual([[NAME, FILE]]);
    expect(await storage.get(NAME)).toEqual(FILE.bytes);
    await storage.remove(NAME);
    await storage.remove(NAME);
    expect(await storage.get(NAME)).toBeNull();
  });

  it('works under a path prefix, and derives new signing keys on the next day', async () => {
    const storage = storageWith();
    await storage.put(NAME, FILE);
    clock.advance(25 * 60 * 60_000);
    expect(await storage.get(NAME)).toEqual(FILE.bytes);
  });

  it.each([
    ['another key', { accessKeyId: 'AKIDSTRANGER' }, '403 InvalidAccessKeyId'],
    ['another secret', { secretAccessKey: 'guessed' }, '403 SignatureDoesNotMatch'],
    ['another region', { region: 'us-east-1' }, '403 InvalidAccessKeyId'],
    ['another bucket', { bucket: 'nowhere' }, '404 NoSuchBucket'],
  ])('reports the refusal with %s', async (_what, change, answer) => {
    const outcomes: string[] = [];
    const observer = {
      watchBreaker: () => {},
      observeCall: (_provider: string, outcome: string) => void outcomes.push(outcome),
    };
    const storage = storageWith({ ...change, observer });
    await expect(storage.put(NAME, FILE)).rejects.toThrow(`PUT with ${answer}`);
    await expect(storage.get(NAME)).rejects.toThrow(`GET with ${answer}`);
    await expect(storage.remove(NAME)).rejects.toThrow(`DELETE with ${answer}`);
    expect(double.files.size).toBe(0);
    expect(outcomes).toEqual(['failed', 'failed', 'failed']);
  });

  it('reports the refusal when the clock is wrong', async () => {
    const storage = storageWith();
    const late = new ManualClock();
    late.advance(16 * 60_000);
    await expect(storageWith({ clock: late }).put(NAME, FILE)).rejects.toThrow('RequestTimeTooSkewed');
    await storage.put(NAME, FILE);
  });

  it('does not follow redirects', async () => {
    double.server.answerNext({
      call: `GET /${S3_KEYS.bucket}/labels/*/*/*`,
      status: 307,
      headers: { location: 'http://127.0.0.1:1/elsewhere' },
      body: '',
    });
    await expect(storageWith().get(NAME)).rejects.toThrow('GET with 307');
  });

  it('times out with an unknown outcome', async () => {
    double.server.faults = { ...double.server.faults, neverAnswers: 1 };
    const failure = await storageWith({ withinMs: 200 })
      .put(NAME, FILE)
      .catch((error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(NotSentError);
  });

  it('is not called for a while after repeated failures', async () => {
    const storage = storageWith();
    double.server.faults = { ...double.server.faults, errors: 1 };
    for (let turn = 0; turn < 5; turn += 1) await expect(storage.get(NAME)).rejects.toThrow('GET with 500');
    double.server.faults = { ...double.server.faults, errors: 0 };
    await expect(storage.get(NAME)).rejects.toThrow(NotSentError);
    clock.advance(10_000);
    expect(await storage.get(NAME)).toBeNull();
  });
});

describe('a link to a file on S3', () => {
  const open = (link: string) => fetch(link);

  it('opens without credentials, with the requested file name and type', async () => {
    const storage = storageWith();
    await storage.put(NAME, { ...FILE, contentType: 'application/octet-stream' });
    const answer = await open(await storage.link(NAME, { seconds: 60, fileName: 'label-1Z.pdf' }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="label-1Z.pdf"');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(FILE.bytes);
  });

  it('has no plus sign, which storage services decode differently', async () => {
    const link = await storageWith().link(NAME, { seconds: 60, fileName: 'label 1Z.pdf' });
    expect(link).not.toContain('+');
    expect(new URL(link).searchParams.get('response-content-disposition')).toBe(
      'attachment; filename="label 1Z.pdf"',
    );
  });

  it('does not work after it expires or when it was changed', async () => {
    const storage = storageWith();
    await storage.put(NAME, FILE);
    await storage.put(`${NAME}.other`, FILE);
    const link = await storage.link(NAME, { seconds: 60, fileName: 'label-1Z.pdf' });
    const changed = [
      link.replace(NAME, `${NAME}.other`),
      link.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'),
      link.replace('label-1Z.pdf', 'label-1Z.exe'),
      link.replace('application%2Fpdf', 'text%2Fhtml'),
    ];
    for (const url of changed) {
      expect(url).not.toBe(link);
      expect([url, (await open(url)).status]).toEqual([url, 403]);
    }
    clock.advance(60_000);
    expect((await open(link)).status).toBe(200);
    clock.advance(1_000);
    expect((await open(link)).status).toBe(403);
  });
});
