import { GENERAL, PAYMENT } from '@lading/contract/messages.ts';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../test/render.ts';
import { CrashBoundary } from './crash-boundary.tsx';

let broken = true;

function Form() {
  if (broken) throw new Error('The card form is broken.');
  return <p>Card number</p>;
}

it('a crash of the card form can be retried or canceled', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const onCancel = vi.fn();
  const onRetry = vi.fn(() => {
    broken = false;
  });
  await render(
    <CrashBoundary onRetry={onRetry} onCancel={onCancel}>
      <Form />
    </CrashBoundary>,
  );
  await expect.element(page.getByText(GENERAL.crash)).toBeVisible();
  await page.getByRole('button', { name: PAYMENT.cancel }).click();
  expect(onCancel).toHaveBeenCalledOnce();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Card number')).toBeVisible();
  expect(onRetry).toHaveBeenCalledOnce();
});
