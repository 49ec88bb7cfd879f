import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A theme changes nothing but colours, so the second one is asked about these alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const THEMES = { light: null, dark: COLOUR_RULES } as const;
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;
const NARROWEST = { width: 320, height: 640 };

export interface ScanOptions {
  /** A state that exists only below the breakpoint, or only above it. */
  widths?: readonly number[];
}

/** Everything that is wrong with the page as it stands, in both themes and at every width; an empty list is what we want. */
export async function scanPage(page: Page, label: string, options: ScanOptions = {}): Promise<string[]> {
  const found: string[] = [];
  for (const size of WIDTHS.filter(({ width }) => options.widths?.includes(width) ?? true)) {
    await page.setViewportSize(size);
    // Colours change at the narrow breakpoint or not at all, so the width between is asked in one theme.
    for (const colorScheme of size.width === 768 ? (['light'] as const) : (['light', 'dark'] as const)) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      const complaints = await runAxe(page, THEMES[colorScheme]);
      if (size.width === 1440) complaints.push(...(await wideGamutColours(page)));
      found.push(...complaints.map((text) => `${label}, ${size.width} px, ${colorScheme}: ${text}`));
    }
    if (size.width < 768) found.push(...(await smallControls(page)).map((text) => `${label}: ${text}`));
  }
  if (!options.widths) {
    await page.setViewportSize(NARROWEST);
    await settle(page);
    found.push(...(await sidewaysScroll(page)).map((text) => `${label}: ${text}`));
  }
  return found;
}

/** Layers are placed anew, and colours have arrived, once the motions that a change of size or theme began are over. */
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
  // Half of the time of a scan goes into bringing the checker into the page; once per document is enough.
  const reuse = (await hasAxe(page)) ? { axeSource: ';' } : {};
  const asked = rules
    ? { runOnly: { type: 'rule' as const, values: [...rules] } }
    : { runOnly: { type: 'tag' as const, values: TAGS }, rules: { 'target-size': { enabled: true } } };
  const { violations, passes } = await new AxeBuilder({ page, ...reuse })
    .options({ resultTypes: ['violations'], ...asked })
    .setLegacyMode(true)
    .analyze();
  const complaints = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all }) => {
      const reason = [...any, ...all].map(({ message }) => message).join(' ');
      return `${id} at ${target.join(' ')} (${reason})`;
    }),
  );
  // A scan that judged no text at all would pass for the wrong reason.
  const judged = passes.some(({ id, nodes }) => id === 'color-contrast' && nodes.length > 0);
  return judged ? complaints : [...complaints, 'the contrast of no text was judged'];
}

/** Checkers skip such colours without a word, so the build must not let one through. */
const wideGamutColours = (page: Page) =>
  page.evaluate(() => {
    const complaints: string[] = [];
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
          complaints.push(`${element.tagName} has ${property} ${style[property]}`);
      }
    }
    return complaints;
  });

/** What a thumb has to hit: fields, selects and the buttons that send a form. */
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
    const guilty = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .slice(0, 3)
      .map((element) => element.outerHTML.slice(0, 100));
    return [`scrolls sideways at ${clientWidth} px (${scrollWidth}): ${guilty.join(' | ')}`];
  });
