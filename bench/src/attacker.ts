import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What one connection without a token sends, again and again. */
export const ATTACKS = ['brackets', 'deep-json', 'slow-body', 'headers'] as const;
export type Attack = (typeof ATTACKS)[number];

/** A new address for each attack, so that the limit of one does not protect against the next. */
const ADDRESS = `192.0.2.${1 + ATTACKS.indexOf(workerData?.attack)}`;
/** As fast as a slow network lets one connection send. */
const PAUSE_MS = 20;

const head = (path: string, ...headers: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    'host: x',
    `x-forwarded-for: ${ADDRESS}`,
    'content-type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n');
const withBody = (path: string, body: string) => `${head(path, `content-length: ${body.length}`)}${body}`;

const MEGABYTES = 8 * 1024 * 1024;
const nested = (bytes: number) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2);
const PIECES: Record<Attack, string[]> = {
  brackets: [withBody('/api/shippo/bulk-labels', nested(MEGABYTES))],
  'deep-json': [withBody('/api/auth/login', nested(16_000))],
  'slow-body': [head('/api/auth/login', 'content-length: 16000'), ...Array<string>(60).fill('[')],
  headers: [
    `GET /api/auth/verify HTTP/1.1\r\n${Array.from({ length: 10_000 }, (_, at) => `x-${at}: 1\r\n`).join('')}\r\n`,
  ],
};

async function attackOnce(port: number, attack: Attack, signal: AbortSignal): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('error', () => {});
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      answer += String(data);
      resolve();
    });
    socket.on('close', () => resolve());
    signal.addEventListener('abort', () => resolve());
  });
  for (const piece of PIECES[attack]) {
    if (socket.destroyed || signal.aborted) break;
    socket.write(piece);
    if (attack === 'slow-body') await Promise.race([sleep(1_000), answered]);
  }
  await Promise.race([answered, sleep(10_000)]);
  socket.destroy();
  return /^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? (signal.aborted ? 'unfinished' : 'reset');
}

/** As a worker thread: attacks until it gets a message to stop, then reports the answers. */
if (parentPort) {
  const stop = new AbortController();
  parentPort.once('message', () => stop.abort());
  const answers: Record<string, number> = {};
  while (!stop.signal.aborted) {
    const status = await attackOnce(workerData.port, workerData.attack, stop.signal);
    answers[status] = (answers[status] ?? 0) + 1;
    await sleep(PAUSE_MS);
  }
  parentPort.postMessage(answers);
  parentPort.close();
}
