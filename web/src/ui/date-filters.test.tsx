import { PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../test/app.tsx';
import { PAGES_WAIT } from '../../test/fake-server.ts';

describe('an end date typed digit by digit', () => {
  it.each([
    PAGES.adminAuditLogs,
    PAGES.adminRefunds,
    PAGES.adminUnspentMoney,
    PAGES.adminAdjustments,
    PAGES.adminPayouts,
  ])('is kept at %s, and keeps the start date', async (path) => {
    const { currentPath } = await openApp(`${path}?startDate=2026-11-01`, {
      as: 'admin',
      answers: PAGES_WAIT,
    });
    const end = page.getByLabelText('To', { exact: true });
    await expect.element(end).toBeVisible();
    end.element().focus();
    // The year is first 0002, then 0020, then 0202.
    for (const digit of '11172026') {
      await userEvent.keyboard(digit);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await expect.element(end).toHaveValue('2026-11-17');
    await expect.poll(currentPath).toBe(`${path}?startDate=2026-11-01&endDate=2026-11-17`);
    await expect.element(page.getByLabelText('From', { exact: true })).toHaveValue('2026-11-01');
  });

  it('clears a start date that is later', async () => {
    const { currentPath } = await openApp(`${PAGES.adminPayouts}?startDate=2026-11-20`, {
      as: 'admin',
      answers: PAGES_WAIT,
    });
    await page.getByLabelText('To', { exact: true }).fill('2026-11-17');
    await expect.poll(currentPath).toBe(`${PAGES.adminPayouts}?endDate=2026-11-17`);
  });
});
