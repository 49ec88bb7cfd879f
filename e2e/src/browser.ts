import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { type Browsers, launchChromium } from './chromium.ts';
import { ownServer } from './own-server.ts';
import { type Watch, watchContext } from './watch.ts';

export interface PageOptions {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
  /** Entries of localStorage that are there before the first page. */
  storage?: Record<string, string>;
  javaScript?: boolean;
  path?: string;
}

export interface OpenedPage {
  page: Page;
  watch: Watch;
}

export type OpenPage = (options?: PageOptions) => Promise<OpenedPage>;

const PATIENCE_MS = 20_000;

export const expectClean = (watch: Watch) => expect(watch.complaints()).toEqual([]);

/**
 * One Chromium for the file, a fresh context for every page; after each test all its pages must have been clean. Tests in which a PDF is
 * shown or printed need the whole one.
 */
export function useBrowser(kind: keyof Browsers = 'windowless'): OpenPage {
  let browser: Browser;
  let opened: { context: BrowserContext; watch: Watch }[] = [];

  beforeAll(async () => {
    browser = await launchChromium(inject('browsers')[kind]);
  });
  afterEach(async () => {
    const done = opened;
    opened = [];
    for (const { context } of done) await context.close();
    for (const { watch } of done) expectClean(watch);
  });
  afterAll(() => browser?.close());

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
    context.setDefaultTimeout(PATIENCE_MS);
    const watch = await watchContext(context, baseUrl);
    opened.push({ context, watch });
    await seedStorage(context, storage);
    const page = await context.newPage();
    if (path !== undefined) await page.goto(path);
    return { page, watch };
  };
}

/** Once per context: what the page removes later must stay removed. Playwright's own way opens a page for it, which takes longer. */
async function seedStorage(context: BrowserContext, storage: Record<string, string>) {
  if (Object.keys(storage).length === 0) return;
  await context.addInitScript((entries) => {
    const mark = 'e2e.seeded';
    // Frames within the page have a storage of their own, or none.
    if (window !== window.top || location.protocol !== 'http:' || localStorage.getItem(mark)) return;
    localStorage.setItem(mark, 'yes');
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, storage);
}
