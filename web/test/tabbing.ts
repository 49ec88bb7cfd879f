import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';

const MAX_STOPS = 60;

/** Presses Tab until the element has the focus. */
export async function tabTo(locator: Locator) {
  await expect.element(locator).toBeInTheDocument();
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (locator.element() === document.activeElement) return;
    await userEvent.tab();
  }
  throw new Error(`The element did not get the focus within ${MAX_STOPS} presses of Tab.`);
}
