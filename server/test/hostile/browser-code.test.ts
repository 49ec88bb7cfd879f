import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const WEB = resolve(import.meta.dirname, '../../../web/src');
/** Workers receive messages only from the page that started them. */
const isPageCode = (path: string) => /\.tsx?$/.test(path) && !/\.(test|fixture|worker)\.tsx?$/.test(path);

const pageCode = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter(isPageCode)
  .map((path) => ({ path, text: readFileSync(join(WEB, path), 'utf8') }));
const filesWith = (pattern: RegExp) =>
  pageCode.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

describe('the code of the pages', () => {
  it('is found', () => {
    expect(pageCode.length).toBeGreaterThan(200);
  });

  it('does not listen to messages from other windows (BR09)', () => {
    expect(filesWith(/addEventListener\(\s*['"]message['"]|\b(?:window|self)\.onmessage\b/)).toEqual([]);
  });

  it('never turns text into HTML or code (CS08, BR11)', () => {
    expect(
      filesWith(/dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|\beval\(|new Function\(/),
    ).toEqual([]);
  });

  it('opens labels only through the label route, not through a URL in a response (BR05)', () => {
    expect(filesWith(/\.labelUrl\b|\.label_url\b/)).toEqual([]);
    expect(filesWith(/(?:href|src)=\{[^}]*labelPath/)).toEqual([]);
  });
});
