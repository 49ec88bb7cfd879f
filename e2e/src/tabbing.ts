import type { Locator, Page } from 'playwright-core';
import { expectSeen } from './expectations.ts';

const MAX_STOPS = 60;

export const isFocused = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement);

/** As a person without a mouse gets there. */
export async function tabTo(page: Page, locator: Locator) {
  await expectSeen(locator);
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await isFocused(locator)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${locator} was not reached with ${MAX_STOPS} presses of Tab.`);
}
