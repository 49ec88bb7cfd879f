import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, inject } from 'vitest';
import { type Browsers, launchChromium } from './chromium.ts';
import { ownServer } from './own-server.ts';
import { type Watch, watchContext } from './watch.ts';

export interface PageOptions {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
  /** Entries of localStorage, set before the first page loads. */
  storage?: Record<string, string>;
  javaScript?: boolean;
  path?: string;
}

export interface OpenedPage {
  page: Page;
  watch: Watch;
}

export type OpenPage = (options?: PageOptions) => Promise<OpenedPage>;

const TIMEOUT_MS = 20_000;

/** The browsers of this worker, shared by its files. Playwright closes them when the worker exits. */
const running: { [kind in keyof Browsers]?: Promise<Browser> } = {};

/**
 * A fresh context for every page. After each test, none of its pages may have reported a problem. Tests that show or
 * print a PDF need the `whole` browser.
 */
export function useBrowser(kind: keyof Browsers = 'windowless'): OpenPage {
  let browser: Browser;
  let opened: { context: BrowserContext; watch: Watch }[] = [];

  beforeAll(async () => {
    running[kind] ??= launchChromium(inject('browsers')[kind]);
    browser = await running[kind];
  });
  afterEach(async () => {
    const done = opened;
    opened = [];
    for (const { context } of done) {
      // A request that a handler is still forwarding would fail when the context closes.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
    for (const { watch } of done) expect(watch.unexpected()).toEqual([]);
  });

  return async (options = {}) => {
    const { width = 1440, height = 900, storage = {}, javaScript = true, path } = options;
    const { baseUrl } = ownServer;
    const context = await browser.newContext({
      baseURL: baseUrl,
      viewport: { width, height },
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.reducedMotion ?? 'no-preference',
      javaScriptEnabled: javaScript,
      locale: 'en-US',
      timezoneId: 'UTC',
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    const watch = await watchContext(context, baseUrl);
    opened.push({ context, watch });
    await seedStorage(context, storage);
    await keepWords(context);
    if (kind === 'windowless') await drawNothing(context);
    const page = await context.newPage();
    if (path !== undefined) await page.goto(path);
    return { page, watch };
  };
}

/** Records what the live regions of the toasts announced. */
const keepWords = (context: BrowserContext) =>
  context.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (target instanceof Element && target.matches('[data-toaster] [aria-live]'))
          for (const node of addedNodes) said.push(node.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  });

/** Saves CPU time, because no test compares pixels. Layout and hit tests stay the same, and `scanPage` shows the page while it checks contrast. */
const drawNothing = (context: BrowserContext) =>
  context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':root { opacity: 0 }');
    document.adoptedStyleSheets = [sheet];
  });

/** Once per context, so that what the page removes stays removed. Playwright's `storageState` opens a page first, which takes longer. */
async function seedStorage(context: BrowserContext, storage: Record<string, string>) {
  if (Object.keys(storage).length === 0) return;
  await context.addInitScript((entries) => {
    const mark = 'e2e.seeded';
    // Frames have their own storage, or none.
    if (window !== window.top || location.protocol !== 'http:' || localStorage.getItem(mark)) return;
    localStorage.setItem(mark, 'yes');
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, storage);
}
