import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from './build-test-app.ts';

const METRICS_TOKEN = 'a-token-for-metrics';
const dashboard = readFileSync(resolve(import.meta.dirname, '../../deploy/grafana-dashboard.json'), 'utf8');

let test: TestApp;
let report: string;
beforeAll(async () => {
  test = await buildTestApp({ METRICS_TOKEN });
  await test.inject({ url: '/healthz' });
  report = (await test.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } }))
    .body;
});
afterAll(() => test.close());

describe('the Grafana dashboard', () => {
  const used = new Set(dashboard.match(/lading_\w+/g));

  it('uses only metrics that the server reports', () => {
    const families = new Set([...report.matchAll(/^# TYPE (\w+) (\w+)/gm)].map(([, name]) => name));
    const isReported = (name: string) =>
      families.has(name) || families.has(name.replace(/_(count|sum|bucket)$/, ''));
    expect(used.size).toBeGreaterThan(10);
    expect([...used].filter((name) => !isReported(name))).toEqual([]);
  });

  it('shows every metric about work, money and providers that is not deprecated', () => {
    const help = [...report.matchAll(/^# HELP (lading_(?!nodejs|process)\w+) (.*)$/gm)];
    const ours = help.filter(([, , text]) => !text?.startsWith('Deprecated')).map(([, name]) => name ?? '');
    const shown = (name: string) => [...used].some((used) => used.startsWith(name));
    expect(ours.filter((name) => !shown(name))).toEqual(['lading_password_hashes_waiting']);
  });
});
