import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function tokensOf(selector: string): Map<string, string> {
  const start = css.indexOf(selector);
  expect(start, selector).toBeGreaterThan(-1);
  const block = css.slice(start, css.indexOf('}', start));
  return new Map(
    [...block.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
}

const themes = {
  light: tokensOf(':root {'),
  dark: tokensOf(':root[data-theme="dark"]'),
};

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(theme: keyof typeof themes, front: string, back: string): number {
  const [a, b] = [front, back].map((name) => {
    const hex = themes[theme].get(`--${name}`);
    if (!hex) throw new Error(`${theme} has no --${name}`);
    return luminance(hex);
  });
  const [high = 0, low = 0] = [a ?? 0, b ?? 0].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const TEXT_PAIRS = [
  ...['canvas', 'surface', 'surface-2', 'surface-3', 'primary-soft'].flatMap((back) => [
    ['text', back],
    ['text-2', back],
    ['text-3', back],
  ]),
  ...['canvas', 'surface', 'surface-2'].map((back) => ['link', back]),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-primary', 'primary-active'],
  ['on-primary-soft', 'primary-soft'],
  ['on-signal', 'signal'],
  ['signal-text', 'canvas'],
  ['signal-text', 'surface'],
  ...['ok', 'info', 'warn', 'bad'].flatMap((tone) => [
    [`${tone}-fg`, `${tone}-bg`],
    [`${tone}-fg`, 'surface'],
    [`${tone}-fg`, 'canvas'],
  ]),
  ['on-bad-solid', 'bad-solid'],
  ['canvas', 'text'],
  ['ink', 'paper'],
  ['paper', 'ink'],
] as [string, string][];

const UI_PAIRS = [
  ...['surface', 'surface-2', 'canvas'].map((back) => ['control', back]),
  ...['canvas', 'surface', 'surface-2', 'surface-3'].map((back) => ['focus', back]),
  ['primary', 'canvas'],
  ['primary', 'surface'],
  ['bad-solid', 'surface'],
  ...['1', '2', '3', '4', 'other', 'delivered', 'shipped', 'pending', 'failed'].map((name) => [
    `viz-${name}`,
    'surface',
  ]),
] as [string, string][];

for (const theme of ['light', 'dark'] as const) {
  test.each(TEXT_PAIRS)(`${theme}: text in %s is readable on %s`, (front, back) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(UI_PAIRS)(`${theme}: %s is visible on %s`, (front, back) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(3);
  });
}

test('the dark theme is the same for the system setting and for the user’s choice', () => {
  expect(tokensOf(':root:not([data-theme="light"])')).toEqual(themes.dark);
});

test('both themes have the same tokens, all plain hex colors', () => {
  expect([...themes.dark.keys()]).toEqual([...themes.light.keys()]);
  expect(css).not.toMatch(/oklch\(|oklab\(|color\(/);
});

test('the contrast ratios match the design', () => {
  expect(contrast('light', 'text', 'canvas')).toBeCloseTo(16.1, 0);
  expect(contrast('dark', 'on-primary', 'primary')).toBeCloseTo(10.1, 0);
  expect(contrast('light', 'text-3', 'surface-3')).toBeCloseTo(4.8, 0);
});
