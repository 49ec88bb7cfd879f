import { Writable } from 'node:stream';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../app-error.ts';
import { DatabaseUnavailableError } from '../db/read-only.ts';
import { createLog } from '../log.ts';
import { installErrorAnswers } from './error-answers.ts';

let app: FastifyInstance;
let lines: Record<string, unknown>[];
let counted: string[];
beforeEach(() => {
  lines = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      const line = JSON.parse(String(chunk));
      lines.push(line);
      done();
    },
  });
  app = fastify({
    loggerInstance: createLog('info', sink),
    logController: new LogController({ disableRequestLogging: true }),
  }) as unknown as FastifyInstance;
  counted = [];
  installErrorAnswers(app, { count: (code) => counted.push(code), accountOf: () => 'ada' });
  app.get('/away', () => {
    throw new DatabaseUnavailableError('the database is unavailable');
  });
  app.get('/busy', () => {
    throw new AppError('OVERLOADED');
  });
  app.get('/forged/:secret', () => {
    throw new AppError('AMOUNT_DIFFERS');
  });
  app.get('/broken', () => {
    throw new TypeError('a mistake');
  });
});

const get = async (url: string, times: number) => {
  for (let at = 0; at < times; at += 1) await app.inject({ url });
};

describe('the log of failed requests', () => {
  it('has one short line for each cause while the database is unavailable', async () => {
    await get('/away', 500);
    await get('/busy', 500);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      event: 'http.requests_refused',
      code: 'NOT_READY',
      reason: 'the database is unavailable',
      requests: 1,
    });
    expect(JSON.stringify(lines)).not.toContain('stack');
  });

  it('has the stack of every unexpected error', async () => {
    await get('/broken', 2);
    expect(lines.map(({ event }) => event)).toEqual(['http.request_failed', 'http.request_failed']);
    expect(JSON.stringify(lines[0])).toContain('stack');
  });

  it('counts refused input, and names the last caller once a minute for each code and route', async () => {
    await get('/forged/hidden', 50);
    expect(counted).toEqual(Array(50).fill('AMOUNT_DIFFERS'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 'info',
      event: 'http.input_refused',
      code: 'AMOUNT_DIFFERS',
      method: 'GET',
      route: '/forged/:secret',
      requests: 1,
      ip: '127.0.0.1',
      userId: 'ada',
    });
    expect(JSON.stringify(lines)).not.toContain('hidden');
  });
});
