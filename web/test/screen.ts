import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';

/** By role, because the accessible name of a required field lacks the dot that its label shows. */
export const field = (name: string) => page.getByRole('textbox', { name, exact: true });
export const button = (name: string | RegExp) => page.getByRole('button', { name });
export const main = () => page.getByRole('main');

export const toasts = () => page.getByRole('region', { name: 'Notifications' });
/** The newest one, because a repeated error shows the same toast again. */
export const toastWith = (text: string) => toasts().getByText(text, { exact: true }).last();

/** Within the page's only form. */
export function inForm(text: string) {
  const [form] = document.forms;
  if (!form) throw new Error('The page has no form.');
  return page.elementLocator(form).getByText(text, { exact: true }).first();
}

/** The label of a choice, where the radio button itself is hidden. */
export async function choose(text: string) {
  const find = () =>
    [...document.querySelectorAll('label')].find((label) => label.textContent?.trim() === text);
  await expect.poll(find).toBeDefined();
  await userEvent.click(page.elementLocator(find() as HTMLElement));
}
