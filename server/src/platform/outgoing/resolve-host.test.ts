import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createResolver } from './resolve-host.ts';

const A = 1;
const AAAA = 28;
const NAME_AT = 12;
const MISSING = 3;

/** The first label of the name decides what the server answers. Names that begin with "silent" get no answer. */
function answerTo(query: Buffer): Buffer | null {
  const length = query[NAME_AT] ?? 0;
  const label = query.toString('latin1', NAME_AT + 1, NAME_AT + 1 + length);
  if (label.startsWith('silent')) return null;
  const end = query.indexOf(0, NAME_AT) + 5;
  const type = query.readUInt16BE(end - 4);
  const address = addressOf(label, type);
  const header = Buffer.from(query.subarray(0, NAME_AT));
  header.writeUInt16BE(label === 'missing' ? 0x8180 + MISSING : 0x8180, 2);
  header.writeUInt16BE(address ? 1 : 0, 6);
  header.fill(0, 8);
  const question = query.subarray(NAME_AT, end);
  return Buffer.concat([header, question, ...(address ? [recordOf(type, address)] : [])]);
}

function addressOf(label: string, type: number): Buffer | null {
  if (label === 'missing') return null;
  if (type === A && label !== 'six') return Buffer.from([93, 184, 216, 34]);
  return type === AAAA && label !== 'four' ? Buffer.from(`2606${'0'.repeat(27)}1`, 'hex') : null;
}

function recordOf(type: number, address: Buffer): Buffer {
  const record = Buffer.from([0xc0, NAME_AT, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length]);
  return Buffer.concat([record, address]);
}

let server: Socket;
let resolve: (host: string) => Promise<string[]>;
beforeAll(async () => {
  server = createSocket('udp4', (query, { port, address }) => {
    const answer = answerTo(query);
    if (answer) server.send(answer, port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  resolve = createResolver({ servers: [`127.0.0.1:${server.address().port}`], timeoutMs: 500 });
});
afterAll(() => server.close());

it.each([
  ['both.example', ['93.184.216.34', '2606::1']],
  ['four.example', ['93.184.216.34']],
  ['six.example', ['2606::1']],
])('resolves %s', async (host, addresses) => {
  expect(await resolve(host)).toEqual(addresses);
});

it('reports a name that does not exist', async () => {
  await expect(resolve('missing.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

it('gives up on silent name servers, which do not delay other lookups', async () => {
  const silent = Array.from({ length: 20 }, (_, at) => resolve(`silent${at}.example`));
  const ended: string[] = [];
  const gaveUp = Promise.allSettled(silent).then((answers) => {
    ended.push('silent');
    return answers;
  });
  await Promise.all([lookup('localhost'), resolve('four.example')]);
  ended.push('others');
  expect((await gaveUp).map((answer) => answer.status === 'rejected' && answer.reason.code)).toEqual(
    Array(20).fill('ETIMEOUT'),
  );
  expect(ended).toEqual(['others', 'silent']);
});
