import type { Page } from 'playwright-core';
import { fill } from './wizard.ts';

export const inside = (page: Page) => page.getByRole('region', { name: 'What’s inside' });
export const rates = (page: Page) => page.locator('label:has([name=rate])');

export const fillItem = (page: Page, item: Record<string, string>, index = 0) =>
  fill(
    page,
    Object.fromEntries(
      Object.entries(item).map(([name, value]) => [`customs.items.${index}.${name}`, value]),
    ),
  );
