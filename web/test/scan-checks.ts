import type { AxeResults, RunOptions } from 'axe-core';

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

const QUICK_CORNERS: readonly Corner[] = [
  { ...NARROW, colorScheme: 'dark', rules: null },
  { ...WIDE, colorScheme: 'light', rules: null },
];
const MATRIX: readonly Corner[] = [
  { ...WIDE, colorScheme: 'light', rules: null },
  { ...WIDE, colorScheme: 'dark', rules: COLOR_RULES },
  // Colors change only at the narrow breakpoint, so this width needs one theme.
  { ...MEDIUM, colorScheme: 'light', rules: null },
  { ...NARROW, colorScheme: 'light', rules: null },
  { ...NARROW, colorScheme: 'dark', rules: COLOR_RULES },
];

/** Rows and options that look like those before them. `npm test` leaves them out. */
const REPEATED = [['tbody > tr:nth-child(n + 6)'], ['option:nth-child(n + 3)']];

export interface ScanOptions {
  /** For a state that exists only above or below a breakpoint. */
  widths?: readonly number[];
  /** The width that `npm test` scans if the state exists at both: 390 px unless said otherwise, where targets must be large. */
  quickWidth?: 390 | 1440;
  /** Measuring contrast takes half of a scan. `npm run test:all` always does it. */
  contrast?: boolean;
}

/** Selectors of what a scan leaves out. */
export interface ScanScope {
  exclude: string[][];
}

/** What a scan needs from the page that it looks at. */
interface ScannedPage {
  resize: (size: { width: number; height: number }) => Promise<unknown>;
  setColorScheme: (scheme: Corner['colorScheme']) => unknown;
  runAxe: (scope: ScanScope, options: RunOptions) => Promise<AxeFindings>;
  /** Calls a function in the page. It is sent as text, so it must use nothing from outside itself. */
  evaluate: <T>(check: () => T | Promise<T>) => Promise<T>;
}

/** `npm test` scans one corner of the matrix; `npm run test:all` scans all of it. */
function cornersOf({ widths, quickWidth = 390 }: ScanOptions, isFullTier: boolean): readonly Corner[] {
  const exists = ({ width }: Corner) => widths?.includes(width) !== false;
  if (isFullTier) return MATRIX.filter(exists);
  const corners = QUICK_CORNERS.filter(exists);
  return corners.filter(({ width }) => corners.length === 1 || width === quickWidth);
}

export async function findProblems(
  page: ScannedPage,
  options: ScanOptions,
  tier: string | undefined,
): Promise<string[]> {
  const isFullTier = tier === 'all';
  const checkContrast = isFullTier || options.contrast === true;
  const found: string[] = [];
  const report = (where: string, problems: string[]) =>
    found.push(...problems.map((text) => `${where}: ${text}`));
  for (const { width, height, colorScheme, rules } of cornersOf(options, isFullTier)) {
    await page.resize({ width, height });
    await page.setColorScheme(colorScheme);
    await page.evaluate(settle);
    const where = `${width} px, ${colorScheme}`;
    const { problems, checkedText } = await page.runAxe(
      { exclude: isFullTier ? [] : REPEATED },
      axeOptions(rules, { contrast: checkContrast, targets: isFullTier || width === NARROW.width }),
    );
    report(where, problems);
    // A scan that checked no text at all would pass for the wrong reason.
    if (checkContrast && !checkedText) report(where, ['no text was checked for contrast']);
    if (width === WIDE.width) report(where, await page.evaluate(wideGamutColors));
    if (width === NARROW.width && rules === null) report(where, await page.evaluate(smallControls));
  }
  if (!options.widths) {
    await page.resize(NARROWEST);
    await page.evaluate(settle);
    report(`${NARROWEST.width} px`, await page.evaluate(sidewaysScroll));
  }
  return found;
}

/** Measuring every target takes a third of a scan, so `npm test` does it only where fingers point. */
const axeOptions = (
  rules: readonly string[] | null,
  { contrast, targets }: { contrast: boolean; targets: boolean },
): RunOptions => ({
  resultTypes: ['violations'],
  ...(rules
    ? { runOnly: { type: 'rule', values: [...rules] } }
    : {
        runOnly: { type: 'tag', values: TAGS },
        rules: {
          'target-size': { enabled: targets },
          ...Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: contrast }])),
        },
      }),
});

interface AxeFindings {
  problems: string[];
  checkedText: boolean;
}

export const findingsOf = ({
  violations,
  passes,
}: Pick<AxeResults, 'violations' | 'passes'>): AxeFindings => ({
  problems: violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all }) => {
      const reason = [...any, ...all].map(({ message }) => message).join(' ');
      return `${id} at ${target.join(' ')} (${reason})`;
    }),
  ),
  checkedText: passes.some(({ id, nodes }) => id === 'color-contrast' && nodes.length > 0),
});

/** Waits until the animations that a new size or theme started have ended. */
async function settle(): Promise<void> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** The checker silently skips such colors, so the build must not emit them. */
function wideGamutColors(): string[] {
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
}

/** Touch targets: fields, selects, navigation entries and submit buttons. */
function smallControls(): string[] {
  const controls =
    'input:not([type=checkbox], [type=radio], [aria-hidden=true]), select, textarea, button[type=submit], nav[aria-label=Main] a';
  return [...document.querySelectorAll(controls)]
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
    .map(({ control, box }) => `${control.outerHTML.slice(0, 80)} is ${box.width} by ${box.height} px`);
}

function sidewaysScroll(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const offenders = [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .slice(0, 3)
    .map((element) => element.outerHTML.slice(0, 100));
  return [`scrolls sideways at ${clientWidth} px (${scrollWidth}): ${offenders.join(' | ')}`];
}
