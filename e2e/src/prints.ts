import type { Page } from 'playwright-core';

/** Chromium shows a framed PDF with pages of its own. */
export const PDF_VIEWER = /^foreign host: chrome/;

/** The blob in the frame is a PDF viewer that has no printer here; what counts is that it is asked, once. */
export const countPrints = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      const top = window.top as unknown as { prints?: number; printed?: string };
      top.prints = (top.prints ?? 0) + 1;
      top.printed = document.contentType;
    };
  });

/** How often, and what. */
export const prints = (page: Page) =>
  page.evaluate(() => {
    const { prints, printed } = window as unknown as { prints?: number; printed?: string };
    return [prints, printed];
  });
