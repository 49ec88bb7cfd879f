import { expect, test } from 'vitest';
import { editDistance, nearestRoutes } from './nearest-routes.ts';

const routes = ['/client/dashboard', '/client/profile', '/admin/dashboard', '/login', '/terms'].map(
  (path) => ({
    path,
    label: path,
  }),
);

test.each([
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
  ['clinet', 'client', 1],
  ['same', 'same', 0],
])('%o to %o takes %i edits', (a, b, edits) => {
  expect(editDistance(a, b)).toBe(edits);
  expect(editDistance(b, a)).toBe(edits);
});

test('a mistyped path finds the intended page', () => {
  expect(nearestRoutes('/clinet/dashbord', routes).map(({ path }) => path)).toEqual(['/client/dashboard']);
  expect(nearestRoutes('/Login/', routes).map(({ path }) => path)).toEqual(['/login']);
});

test('an unknown path finds nothing, and a very long one is not compared', () => {
  expect(nearestRoutes('/warehouse/7', routes)).toEqual([]);
  expect(nearestRoutes(`/${'a'.repeat(5000)}`, routes)).toEqual([]);
});

test('at most three pages are suggested, nearest first', () => {
  const many = ['/aaad', '/aaab', '/aaac', '/aaa', '/aabb'].map((path) => ({ path, label: path }));
  expect(nearestRoutes('/aaa', many).map(({ path }) => path)).toEqual(['/aaa', '/aaad', '/aaab']);
});
