import { TOAST_DURATION_MS } from '@lading/contract/constants.ts';
import { LABELS, PROFILE } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { field, logInByToken, newPerson, registerPerson } from './src/actions.ts';
import { type PageOptions, useBrowser } from './src/browser.ts';
import {
  expectFocused,
  expectHeading,
  expectPath,
  expectSeen,
  expectToast,
  expectUnseen,
  toasts,
} from './src/expectations.ts';
import { countPrints, PDF_VIEWER, prints } from './src/prints.ts';
import { scanPage } from './src/scan.ts';

const openPage = useBrowser('whole');

async function openProfile(options: PageOptions = {}) {
  const person = await registerPerson(newPerson('Ines Duarte'));
  const { storage } = await logInByToken(person);
  const opened = await openPage({ storage, path: PAGES.profile, ...options });
  await expectHeading(opened.page, LABELS.profileSettings);
  await expectSeen(field(opened.page, 'Full Name'));
  return { ...opened, person };
}

const street = (page: Page) => page.getByRole('combobox', { name: 'Street Address' });
const suite = (page: Page) => page.getByRole('textbox', { name: /^Suite/ });
const state = (page: Page) => page.getByRole('combobox', { name: 'State' });
const country = (page: Page) => page.getByRole('combobox', { name: 'Country' });
const options = (page: Page) => page.getByRole('option');
const form = (page: Page) => page.getByRole('form', { name: 'Profile' });
const save = (page: Page) => form(page).getByRole('button', { name: 'Save' });

async function fillProfile(page: Page) {
  await field(page, 'Phone Number').fill('503.555.0142');
  await street(page).fill('1120 NW Couch St');
  await suite(page).fill('500');
  await field(page, 'City').fill('Portland');
  await state(page).selectOption('OR');
  await field(page, 'ZIP Code').fill('97209');
}

const stored = async (page: Page) => ({
  name: await field(page, 'Full Name').inputValue(),
  phone: await field(page, 'Phone Number').inputValue(),
  street: await street(page).inputValue(),
  suite: await suite(page).inputValue(),
  city: await field(page, 'City').inputValue(),
  state: await state(page).inputValue(),
  zip: await field(page, 'ZIP Code').inputValue(),
  country: await country(page).inputValue(),
});

describe('the profile', () => {
  it('is saved, survives a reload, and its name reaches the header by a new check of the token', async () => {
    const { page, person } = await openProfile();
    expect(await field(page, 'Email').inputValue()).toBe(person.email);
    expect(await field(page, 'Email').isEditable()).toBe(false);
    expect(await country(page).locator('option').allTextContents()).toEqual(['United States', 'Canada']);

    await field(page, 'Full Name').fill('Inês Duarte');
    await fillProfile(page);
    const checked = page.waitForRequest((request) => request.url().endsWith(API.verify));
    await save(page).click();
    await expectToast(page, PROFILE.saved);
    await checked;
    await expectSeen(page.getByRole('button', { name: /^Account: Inês Duarte/ }));
    await expectUnseen(page.getByText('Unsaved changes'));

    await page.reload();
    await expectSeen(street(page));
    expect(await stored(page)).toEqual({
      name: 'Inês Duarte',
      phone: '(503) 555-0142',
      street: '1120 NW Couch St',
      suite: '500',
      city: 'Portland',
      state: 'OR',
      zip: '97209',
      country: 'US',
    });
  });

  it('says under every field what is missing, in the words of the specification, and goes to the first', async () => {
    const { page } = await openProfile();
    await field(page, 'Full Name').fill('  ');
    await save(page).click();
    await expectToast(page, PROFILE.hasErrors);
    const expected = {
      'Full Name': 'Full Name is required.',
      'Phone Number': 'Phone Number is required.',
      City: 'City is required.',
      'ZIP Code': 'ZIP Code is required.',
    };
    for (const [name, message] of Object.entries(expected)) {
      const input = field(page, name);
      expect(await input.getAttribute('aria-invalid')).toBe('true');
      const described = await input.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${described}"]`).textContent()).toBe(message);
    }
    await expectSeen(page.getByText('Street Address is required.', { exact: true }));
    await expectSeen(page.getByText('State is required.', { exact: true }));
    await expectFocused(field(page, 'Full Name'));
    expect(await scanPage(page, 'refused profile', { widths: [390] })).toEqual([]);

    await field(page, 'Full Name').fill('Ines Duarte');
    await fillProfile(page);
    await field(page, 'Phone Number').fill('+1 503 555 0142');
    await save(page).click();
    await expectSeen(page.getByText('Phone Number must be 10 digits.', { exact: true }));
    await expectFocused(field(page, 'Phone Number'));
  });

  it('offers places while the street is typed: arrows and Enter pick, Escape keeps the text', async () => {
    const { page } = await openProfile();
    await suite(page).fill('12');
    await street(page).pressSequentially('Austin');
    await expectSeen(options(page));
    expect(await street(page).getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    await expectUnseen(options(page));
    expect(await street(page).inputValue()).toBe('Austin');

    await page.keyboard.press('ArrowDown');
    await expectSeen(options(page));
    const marked = await street(page).getAttribute('aria-activedescendant');
    const line = page.locator(`[id="${marked}"]`);
    expect(await line.getAttribute('aria-selected')).toBe('true');
    expect(await line.textContent()).toMatch(/^Austin, TX/);
    await page.keyboard.press('Enter');
    await expect.poll(() => field(page, 'City').inputValue()).toBe('Austin');
    expect(await state(page).inputValue()).toBe('TX');
    expect(await suite(page).inputValue()).toBe('12');
    await expectFocused(street(page));
  });

  it('fills a street in two steps: what its line tells, then the whole address; the rest by hand when that fails', async () => {
    const { page, watch } = await openProfile();
    watch.allow(/status of 502/, /answer 502/);
    const line = {
      kind: 'address',
      text: '500 Congress Avenue, Austin, TX, USA',
      placeId: 'ChIJ-500',
      street1: '500 Congress Avenue',
      street2: '',
      city: 'Austin',
      state: 'TX',
      zip: '',
      country: 'US',
    };
    await page.route(`**${API.places}?*`, (route) => route.fulfill({ json: { suggestions: [line] } }));
    const answer = Promise.withResolvers<void>();
    const sessions = new Set<string | null>();
    await page.route(`**${API.place}?*`, async (route, request) => {
      sessions.add(new URL(request.url()).searchParams.get('session'));
      if (sessions.size > 1) return route.fulfill({ status: 502, json: {} });
      await answer.promise;
      const { street1, street2, city, state, country } = line;
      await route.fulfill({ json: { street1, street2, city, state, zip: '78701-3507', country } });
    });
    const pick = async () => {
      await street(page).pressSequentially('500 con');
      await expectSeen(options(page));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect.poll(() => field(page, 'City').inputValue()).toBe('Austin');
    };
    await pick();
    await expectSeen(page.getByRole('status').getByText('Looking up the full address…'));
    expect(await field(page, 'ZIP Code').inputValue()).toBe('');
    answer.resolve();
    await expect.poll(() => field(page, 'ZIP Code').inputValue()).toBe('78701-3507');
    await expectUnseen(page.getByText('Looking up the full address…'));
    await expectFocused(street(page));

    await street(page).fill('');
    await pick();
    await expectSeen(page.getByRole('status').getByText('We couldn’t find the full address.'));
    expect(await field(page, 'ZIP Code').inputValue()).toBe('');
    expect(await street(page).inputValue()).toBe('500 Congress Avenue');
    expect([sessions.size, sessions.has(null)]).toEqual([2, false]);
  });

  it('asks before unsaved changes are left behind, and Discard takes them back', async () => {
    const { page } = await openProfile();
    await field(page, 'Full Name').fill('Somebody Else');
    await expectSeen(page.getByText('Unsaved changes', { exact: true }));
    const dashboard = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: LABELS.dashboard });
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await dashboard.click();
    await expectSeen(question);
    await question.getByRole('button', { name: 'Stay' }).click();
    await expectPath(page, PAGES.profile);
    expect(await field(page, 'Full Name').inputValue()).toBe('Somebody Else');

    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await field(page, 'Full Name').inputValue()).toBe('Ines Duarte');
    await field(page, 'Full Name').fill('Somebody Else');
    await dashboard.click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expectPath(page, PAGES.clientDashboard);
  });

  it('is saved by Ctrl S, and says when it could not be', async () => {
    const { page, watch } = await openProfile();
    watch.allow(/status of 500/, /answer 500/, /console: ApiError/);
    await fillProfile(page);
    await page.route(`**${API.profile}`, (route) => route.fulfill({ status: 500, json: {} }));
    await page.keyboard.press('Control+s');
    await expectToast(page, PROFILE.saveFailed);
    await page.unroute(`**${API.profile}`);
    await page.keyboard.press('Control+s');
    await expectToast(page, PROFILE.saved);
  });

  it('hides the form when it cannot be loaded, and shows it after another try', async () => {
    const person = await registerPerson();
    const { storage } = await logInByToken(person);
    const { page, watch } = await openPage({ storage });
    watch.allow(/status of 400/, /console: ApiError/);
    await page.route(`**${API.profile}`, (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto(PAGES.profile);
    await expectToast(page, PROFILE.loadFailed);
    await expectSeen(page.locator('main').getByText(PROFILE.loadFailed, { exact: true }));
    expect(await field(page, 'Full Name').count()).toBe(0);
    await page.unroute(`**${API.profile}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectSeen(field(page, 'Full Name'));
    expect(await field(page, 'Full Name').inputValue()).toBe(person.name);
  });
});

describe('what a client keeps', () => {
  const section = (page: Page, name: string) => page.getByRole('region', { name });

  it('are addresses: added, changed, deleted and taken back', async () => {
    const { page } = await openProfile();
    const book = section(page, 'Saved addresses');
    const dialog = page.getByRole('dialog');
    await book.getByRole('button', { name: 'Add address' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectSeen(dialog.getByText('Street address is required', { exact: true }));
    await expectFocused(dialog.getByRole('textbox', { name: 'Name', exact: true }));
    expect(await scanPage(page, 'refused address', { widths: [390] })).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const [name, text] of [
      ['Nickname', 'Studio'],
      ['Name', 'Dana Reyes'],
      ['Street address', '500 W 2nd St'],
      ['City', 'Austin'],
      ['State', 'TX'],
      ['ZIP code', '78701'],
    ] as const) {
      await dialog.getByRole('textbox', { name: new RegExp(`^${name}( optional)?$`) }).fill(text);
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectSeen(book.getByText('Dana Reyes, 500 W 2nd St, Austin TX 78701', { exact: true }));

    await book.getByRole('button', { name: 'Edit Studio' }).click();
    await dialog.getByRole('textbox', { name: /^Nickname/ }).fill('Warehouse');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await book.getByRole('button', { name: 'Delete Warehouse' }).click();
    await expectUnseen(book.getByRole('listitem'));
    const undo = book.getByRole('button', { name: /^Undo/ });
    await expectFocused(undo);
    await page.keyboard.press('Enter');
    await expectSeen(book.getByText('Warehouse', { exact: true }));
    await page.reload();
    await expectSeen(book.getByText('Warehouse', { exact: true }));
  });

  it('are notifications, in this browser and from the moment it is asked for', async () => {
    const { page } = await openProfile();
    const keep = page.getByRole('checkbox', { name: 'Keep notifications until dismissed' });
    expect(await keep.isChecked()).toBe(false);
    await keep.focus();
    await page.keyboard.press('Space');
    await page.reload();
    await expectSeen(keep);
    expect(await keep.isChecked()).toBe(true);
    await page.clock.install();
    await fillProfile(page);
    await save(page).click();
    await expectToast(page, PROFILE.saved);
    await page.clock.fastForward(3_600_000);
    expect(await toasts(page).getByText(PROFILE.saved).count()).toBe(1);
    await keep.uncheck();
    await page.clock.fastForward(TOAST_DURATION_MS.success);
    await expectUnseen(toasts(page).getByText(PROFILE.saved));
    await page.getByRole('banner').getByRole('button', { name: 'Notifications' }).click();
    await expectSeen(page.getByRole('dialog', { name: 'Notifications' }).getByText(PROFILE.saved));
  });

  it('are packages, and the paper of the printer in this browser, which can be tried out', async () => {
    const { page, watch } = await openProfile();
    watch.allow(PDF_VIEWER);
    await countPrints(page);
    const boxes = section(page, 'Saved packages');
    const dialog = page.getByRole('dialog');
    await boxes.getByRole('button', { name: 'Add package' }).click();
    await dialog.getByRole('textbox', { name: 'Nickname' }).fill('Small box');
    for (const [name, text] of [
      ['Length (in)', '8'],
      ['Width (in)', '6'],
      ['Height (in)', '4.5'],
    ] as const) {
      await dialog.getByRole('textbox', { name }).fill(text);
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectSeen(boxes.getByText('8 × 6 × 4.5 in', { exact: true }));

    const paper = page.getByRole('combobox', { name: 'Label paper size' });
    await paper.selectOption('letter');
    await page.reload();
    await expectSeen(boxes.getByText('Small box', { exact: true }));
    expect(await paper.inputValue()).toBe('letter');
    const asked = page.waitForRequest(`**${API.testLabel}*`);
    await page.getByRole('button', { name: 'Print a test label' }).press('Enter');
    expect((await asked).url()).toContain('paper=letter');
    await expect.poll(() => prints(page)).toEqual([1, 'application/pdf']);
    await expectSeen(page.getByRole('status').getByText('it should be exactly one inch (25.4 mm)'));
  });
});
