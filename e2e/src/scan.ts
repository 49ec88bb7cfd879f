import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A theme changes only colors, so the second theme at a width runs only these rules. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

interface Corner {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
  /** Null means every rule. */
  rules: readonly string[] | null;
}

const WIDE = { width: 1440, height: 900 };
const MEDIUM = { width: 768, height: 1024 };
const NARROW = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 640 };

/** `npm test` scans two corners of the matrix; `npm run test:all` scans all of it. */
const CORNERS: readonly Corner[] =
  process.env.LADING_TEST_TIER === 'all'
    ? [
        { ...WIDE, colorScheme: 'light', rules: null },
        { ...WIDE, colorScheme: 'dark', rules: COLOR_RULES },
        // Colors change only at the narrow breakpoint, so this width needs one theme.
        { ...MEDIUM, colorScheme: 'light', rules: null },
        { ...NARROW, colorScheme: 'light', rules: null },
        { ...NARROW, colorScheme: 'dark', rules: COLOR_RULES },
      ]
    : [
        { ...WIDE, colorScheme: 'light', rules: null },
        { ...NARROW, colorScheme: 'dark', rules: null },
      ];

export interface ScanOptions {
  /** For a state that exists only above or below a breakpoint. */
  widths?: readonly number[];
}

/** Returns every accessibility problem of the page in its current state. */
export async function scanPage(page: Page, label: string, options: ScanOptions = {}): Promise<string[]> {
  const found: string[] = [];
  const report = (where: string, problems: string[]) =>
    found.push(...problems.map((text) => `${label}, ${where}: ${text}`));
  for (const { width, height, colorScheme, rules } of CORNERS) {
    if (options.widths?.includes(width) === false) continue;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const where = `${width} px, ${colorScheme}`;
    report(where, await runAxe(page, rules));
    if (width === WIDE.width) report(where, await wideGamutColors(page));
    if (width === NARROW.width && rules === null) report(where, await smallControls(page));
  }
  if (!options.widths) {
    await page.setViewportSize(NARROWEST);
    await settle(page);
    report(`${NARROWEST.width} px`, await sidewaysScroll(page));
  }
  return found;
}

/** Waits until the animations that a new size or theme started have ended. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

const hasAxe = (page: Page) => page.evaluate(() => Reflect.has(window, 'axe'));

async function runAxe(page: Page, rules: readonly string[] | null): Promise<string[]> {
  // Injecting the checker takes half of a scan's time, so inject it once per document.
  const reuse = (await hasAxe(page)) ? { axeSource: ';' } : {};
  const runOptions = rules
    ? { runOnly: { type: 'rule' as const, values: [...rules] } }
    : { runOnly: { type: 'tag' as const, values: TAGS }, rules: { 'target-size': { enabled: true } } };
  const { violations, passes } = await new AxeBuilder({ page, ...reuse })
    .options({ resultTypes: ['violations'], ...runOptions })
    .setLegacyMode(true)
    .analyze();
  const problems = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all }) => {
      const reason = [...any, ...all].map(({ message }) => message).join(' ');
      return `${id} at ${target.join(' ')} (${reason})`;
    }),
  );
  // A scan that checked no text at all would pass for the wrong reason.
  const checkedText = passes.some(({ id, nodes }) => id === 'color-contrast' && nodes.length > 0);
  return checkedText ? problems : [...problems, 'no text was checked for contrast'];
}

/** The checker silently skips such colors, so the build must not emit them. */
const wideGamutColors = (page: Page) =>
  page.evaluate(() => {
    const problems: string[] = [];
    for (const element of document.querySelectorAll('body *')) {
      const style = getComputedStyle(element);
      for (const property of [
        'color',
        'backgroundColor',
        'borderTopColor',
        'outlineColor',
        'fill',
        'stroke',
      ] as const) {
        if (/ok(lch|lab)\(|color\(/.test(style[property]))
          problems.push(`${element.tagName} has ${property} ${style[property]}`);
      }
    }
    return problems;
  });

/** Touch targets: fields, selects, navigation entries and submit buttons. */
const smallControls = (page: Page) =>
  page.evaluate(() => {
    const controls =
      'input:not([type=checkbox], [type=radio], [aria-hidden=true]), select, textarea, button[type=submit], nav[aria-label=Main] a';
    return [...document.querySelectorAll(controls)]
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
      .map(({ control, box }) => `${control.outerHTML.slice(0, 80)} is ${box.width} by ${box.height} px`);
  });

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const offenders = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .slice(0, 3)
      .map((element) => element.outerHTML.slice(0, 100));
    return [`scrolls sideways at ${clientWidth} px (${scrollWidth}): ${offenders.join(' | ')}`];
  });
