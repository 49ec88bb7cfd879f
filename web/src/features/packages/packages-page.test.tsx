import { API, PAGES, path } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { PACKAGES } from '../../../test/order-rules.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, main, toastWith } from '../../../test/screen.ts';

const LIST = `GET ${API.packages}`;
const [BOX, MAILER] = PACKAGES.packages;
const one = (id = '') => path(API.package, { id });

const openPackages = (answers: Answers = {}) =>
  openApp(PAGES.packages, { as: 'client', answers: { [LIST]: () => json(PACKAGES), ...answers } });

it('packages show their size and use, presets are grouped by carrier, and the page is accessible', async () => {
  await openPackages();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect.element(row('Medium box').getByText('10 × 8 × 6 in')).toBeVisible();
  await expect.element(row('Medium box').getByText('Used by 1 rule')).toBeVisible();
  await expect.element(row('Crate').getByText('20 × 16 × 12 in')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Change them in your profile' }))
    .toHaveAttribute('href', PAGES.profile);
  await button(/^USPS/).click();
  await expect.element(row('Small Flat Rate Box').getByText('For USPS Priority Mail only.')).toBeVisible();
  expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
});

it('a press outside the form does not throw away what was typed', async () => {
  await openPackages();
  await button('Add package').click();
  await field('Name').fill('Medium box');
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true });
  await expect.element(field('Name')).toHaveValue('Medium box');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('a package that was changed in another window is saved when the form is opened again', async () => {
  const SAVE = `PATCH ${one(BOX?.id)}`;
  const message = 'The packages were changed in another window.';
  const { callsTo, answer } = await openPackages({
    [SAVE]: () => json({ error: 'PACKAGES_CHANGED', message }, 409),
  });
  await button('Edit Medium box').click();
  answer({ [LIST]: () => json({ ...PACKAGES, version: 9 }) });
  await button('Save').click();
  await expect.element(page.getByRole('dialog').getByText(message)).toBeVisible();
  await button('Cancel').click();
  await button('Edit Medium box').click();
  await button('Save').click();
  await expect.poll(() => callsTo(SAVE)).toHaveLength(2);
  expect(callsTo(SAVE).at(-1)?.body).toMatchObject({ version: 9 });
});

it('a package is added, made the default and deleted; a package in use is kept', async () => {
  const ADD = `POST ${API.packages}`;
  const used = 'Rules use this package. Please change the rules first.';
  const { callsTo, answer } = await openPackages({
    [LIST]: () => json({ ...PACKAGES, packages: [] }),
    [ADD]: () => json({ version: 4, package: BOX }, 201),
    [`PATCH ${one(MAILER?.id)}`]: () => json({ version: 5, package: { ...MAILER, isDefault: true } }),
    [`DELETE ${one(BOX?.id)}`]: () => json({ error: 'PACKAGE_USED', message: used }, 409),
  });
  await expect.element(main().getByText('No packages yet')).toBeVisible();
  await button('Add package').click();
  await field('Name').fill('Medium box');
  await button('Save').click();
  await expect
    .element(page.getByText('Please enter a size between 0.01 and 200 inches.').first())
    .toBeVisible();
  expect(await scanScreen({ widths: [390] })).toEqual([]);
  for (const [name, value] of [
    ['Length (in)', '10'],
    ['Width (in)', '8'],
    ['Height (in)', '6'],
  ] as const)
    await field(name).fill(value);
  answer({ [LIST]: () => json(PACKAGES) });
  await button('Save').click();
  await expect.element(toastWith('The package was saved.')).toBeVisible();
  expect(callsTo(ADD).at(-1)?.body).toEqual({
    name: 'Medium box',
    kind: 'box',
    lengthIn: 10,
    widthIn: 8,
    heightIn: 6,
    emptyWeightOz: 0,
    isDefault: false,
  });
  await button('Make default (Mailer)').click();
  await expect.element(toastWith('Mailer is the default package.')).toBeVisible();
  expect(callsTo(`PATCH ${one(MAILER?.id)}`).at(-1)?.body).toEqual({
    version: 3,
    change: { isDefault: true },
  });
  await button('Delete Medium box').click();
  await button('Delete').last().click();
  await expect.element(page.getByRole('alertdialog').getByText(used)).toBeVisible();
});
