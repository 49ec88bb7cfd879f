import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectHeading, expectSeen } from './expectations.ts';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export async function saveCodes(page: Page, done: string): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expectSeen(list);
  const codes = await list.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await expect.poll(() => button(page, done).isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'I have saved these codes' }).check();
  await button(page, done).click();
  return codes;
}

export async function openSecurity(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sign-in security' }).click();
  await expectHeading(page, 'Sign-in security');
}
