import type { Page } from 'playwright-core';

/** Chromium shows a framed PDF with its own internal pages. */
export const PDF_VIEWER = /^foreign host: chrome/;

/** The PDF viewer in the frame has no printer here. The tests check only that it is asked to print once. */
export const countPrints = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      const top = window.top as unknown as { prints?: number; printed?: string };
      top.prints = (top.prints ?? 0) + 1;
      top.printed = document.contentType;
    };
  });

/** How often something was printed, and its content type. */
export const prints = (page: Page) =>
  page.evaluate(() => {
    const { prints, printed } = window as unknown as { prints?: number; printed?: string };
    return [prints, printed];
  });
