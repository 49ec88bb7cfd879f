import { fastify } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { installErrorAnswers } from './error-answers.ts';
import { installLoadShedding, LoadWatch } from './load-shedding.ts';

function serverUnder(isOverloaded: () => boolean) {
  const app = fastify();
  installErrorAnswers(app);
  installLoadShedding(app, isOverloaded);
  app.get('/readyz', async () => 'ready');
  app.get('/api/read', async () => 'read');
  app.post('/api/buy', async () => 'bought');
  return app;
}

describe('an overloaded server', () => {
  it('refuses reads immediately, and still serves health checks and purchases', async () => {
    let isOverloaded = true;
    const app = serverUnder(() => isOverloaded);
    const refused = await app.inject({ url: '/api/read' });
    expect([refused.statusCode, refused.json().error, refused.headers['retry-after']]).toEqual([
      503,
      'OVERLOADED',
      '2',
    ]);
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
    expect((await app.inject({ method: 'POST', url: '/api/buy' })).statusCode).toBe(200);
    isOverloaded = false;
    expect((await app.inject({ url: '/api/read' })).statusCode).toBe(200);
  });

  it('is one whose requests queue for the database', () => {
    let waiting = 150;
    const watch = new LoadWatch(() => waiting);
    expect(watch.isOverloaded()).toBe(false);
    waiting = 151;
    expect(watch.isOverloaded()).toBe(true);
    watch.stop();
  });

  it('is one whose event loop lags, until it has caught up', async () => {
    const watch = new LoadWatch(() => 0);
    for (let pause = 1; pause <= 3; pause += 1) {
      expect(watch.isOverloaded()).toBe(false);
      const busyUntil = performance.now() + 450;
      while (performance.now() < busyUntil);
      // Timers run in the order in which they are due, so the late check comes first.
      await new Promise((done) => setTimeout(done, 1));
    }
    expect(watch.isOverloaded()).toBe(true);
    await vi.waitFor(() => expect(watch.isOverloaded()).toBe(false), { timeout: 30_000 });
    watch.stop();
  });
});
