import { LABELS, PROFILE } from '@lading/contract/messages.ts';
import type { PlaceSuggestion } from '@lading/contract/places.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, PAGES_WAIT } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, main, toastWith } from '../../../test/screen.ts';

const LOAD = `GET ${API.profile}`;
const SAVE = `PUT ${API.profile}`;
const EMPTY = {
  fullName: 'Noor Haddad',
  email: 'noor@shop.example',
  phone: null,
  default_address: null,
  address: null,
};

async function openProfile(answers: Answers = {}) {
  const app = await openApp(PAGES.profile, {
    as: 'client',
    answers: { ...PAGES_WAIT, [LOAD]: () => json({ data: EMPTY }), ...answers },
  });
  return app;
}

const street = () => page.getByRole('combobox', { name: /^Street Address/ });
const suite = () => page.getByRole('textbox', { name: /^Suite/ });
const state = () => page.getByRole('combobox', { name: 'State' });
const options = () => page.getByRole('option').filter({ hasText: /Austin|Congress/ });
const save = () => page.getByRole('form', { name: 'Profile' }).getByRole('button', { name: 'Save' });
const typeInto = async (target: ReturnType<typeof street>, text: string) => {
  (target.element() as HTMLElement).focus();
  await userEvent.keyboard(text);
};

async function fillProfile() {
  await field('Phone Number').fill('503.555.0142');
  await street().fill('1120 NW Couch St');
  await suite().fill('500');
  await field('City').fill('Portland');
  await state().selectOptions('OR');
  await field('ZIP Code').fill('97209');
}

const saved = () => json({ user: { ...EMPTY, phone: '5035550142' } });

describe('the profile form', () => {
  it('shows the email as read-only and offers two countries', async () => {
    await openProfile();
    await expect.element(field('Email')).toHaveValue(EMPTY.email);
    await expect.element(field('Email')).toHaveAttribute('readonly');
    const country = page.getByRole('combobox', { name: 'Country' });
    const names = [...country.element().querySelectorAll('option')].map((option) => option.textContent);
    expect(names).toEqual(['United States', 'Canada']);
  });

  it('says under every field what is missing, in the specified words, and focuses the first', async () => {
    const { callsTo } = await openProfile();
    await field('Full Name').fill('  ');
    await save().click();
    await expect.element(toastWith(PROFILE.hasErrors)).toBeVisible();
    for (const [name, message] of [
      ['Full Name', 'Full Name is required.'],
      ['Phone Number', 'Phone Number is required.'],
      ['City', 'City is required.'],
      ['ZIP Code', 'ZIP Code is required.'],
    ] as const) {
      await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true');
      await expect.element(field(name)).toHaveAccessibleDescription(message);
    }
    await expect.element(page.getByText('Street Address is required.', { exact: true })).toBeVisible();
    await expect.element(page.getByText('State is required.', { exact: true })).toBeVisible();
    await expect.element(field('Full Name')).toHaveFocus();
    expect(await scanScreen({ widths: [390] })).toEqual([]);

    await field('Full Name').fill('Noor Haddad');
    await fillProfile();
    await field('Phone Number').fill('+1 503 555 0142');
    await save().click();
    await expect.element(page.getByText('Phone Number must be 10 digits.', { exact: true })).toBeVisible();
    await expect.element(field('Phone Number')).toHaveFocus();
    await userEvent.tab();
    await expect.element(field('Phone Number')).toHaveAttribute('aria-invalid', 'true');
    expect(callsTo(SAVE)).toEqual([]);
  });

  it('asks before leaving unsaved changes, and Discard drops them', async () => {
    const { currentPath } = await openProfile();
    const dashboard = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: LABELS.dashboard });
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await field('Full Name').fill('Somebody Else');
    await expect.element(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
    await dashboard.click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(currentPath()).toBe(PAGES.profile);
    await expect.element(field('Full Name')).toHaveValue('Somebody Else');

    await button('Discard').click();
    await expect.element(field('Full Name')).toHaveValue('Noor Haddad');
    await field('Full Name').fill('Somebody Else');
    await dashboard.click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect.poll(currentPath).toBe(PAGES.clientDashboard);
  });

  it('is saved with Ctrl+S, and says if it could not be saved', async () => {
    const { answer, callsTo } = await openProfile({ [SAVE]: () => json({}, 500) });
    await expect.element(field('Full Name')).toBeVisible();
    await fillProfile();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(toastWith(PROFILE.saveFailed)).toBeVisible();
    answer({ [SAVE]: saved });
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(toastWith(PROFILE.saved)).toBeVisible();
    expect(callsTo(SAVE)[1]?.body).toMatchObject({ phone: '5035550142', defaultAddress: { state: 'OR' } });
  });

  it('is hidden when it cannot be loaded, and appears after a retry', async () => {
    const { answer } = await openProfile({ [LOAD]: () => json({}, 400) });
    await expect.element(toastWith(PROFILE.loadFailed)).toBeVisible();
    await expect.element(main().getByText(PROFILE.loadFailed, { exact: true })).toBeVisible();
    await expect.element(field('Full Name')).not.toBeInTheDocument();
    answer({ [LOAD]: () => json({ data: EMPTY }) });
    await button('Try again').click();
    await expect.element(field('Full Name')).toHaveValue('Noor Haddad');
  });
});

describe('the street', () => {
  const city: PlaceSuggestion = {
    kind: 'city',
    text: 'Austin, TX',
    street1: '',
    street2: '',
    city: 'Austin',
    state: 'TX',
    zip: '',
    country: 'US',
  };
  const line: PlaceSuggestion = {
    ...city,
    kind: 'address',
    text: '500 Congress Avenue, Austin, TX, USA',
    placeId: 'ChIJ-500',
    street1: '500 Congress Avenue',
  };
  const places = (suggestions: PlaceSuggestion[]): Answers => ({
    [`GET ${API.places}`]: () => json({ suggestions }),
  });

  it('suggests places while it is typed: arrows and Enter pick, Escape keeps the text', async () => {
    await openProfile(places([city]));
    await suite().fill('12');
    await typeInto(street(), 'Austin');
    await expect.element(options().first()).toBeVisible();
    await expect.element(street()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(options().first()).not.toBeInTheDocument();
    await expect.element(street()).toHaveValue('Austin');

    await userEvent.keyboard('{ArrowDown}');
    await expect.element(options().first()).toHaveAttribute('aria-selected', 'true');
    await expect.element(street()).toHaveAttribute('aria-activedescendant', options().first().element().id);
    await userEvent.keyboard('{Enter}');
    await expect.element(field('City')).toHaveValue('Austin');
    await expect.element(state()).toHaveValue('TX');
    await expect.element(suite()).toHaveValue('12');
    await expect.element(street()).toHaveFocus();
  });

  it('fills in the suggested line first and then the full address, and leaves the rest to the person if that fails', async () => {
    // The lookup ends after 5 seconds, which may pass before the next step of the test.
    const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    onTestFinished(() => limits.mockRestore());
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { answer, callsTo } = await openProfile({
      ...places([line]),
      [`GET ${API.place}`]: () => promise,
    });
    const pick = async () => {
      await typeInto(street(), '500 con');
      await expect.element(options().first()).toBeVisible();
      await userEvent.keyboard('{ArrowDown}');
      await expect.element(options().first()).toHaveAttribute('aria-selected', 'true');
      await userEvent.keyboard('{Enter}');
      await expect.element(field('City')).toHaveValue('Austin');
    };
    const note = (text: string) => page.getByRole('status').getByText(text, { exact: true });
    await expect.element(street()).toBeVisible();
    await pick();
    await expect.element(note('Looking up the full address…')).toBeInTheDocument();
    await expect.element(field('ZIP Code')).toHaveValue('');
    const { street1, street2, city: town, state: region, country } = line;
    resolve(json({ street1, street2, city: town, state: region, zip: '78701-3507', country }));
    await expect.element(field('ZIP Code')).toHaveValue('78701-3507');
    await expect.element(note('Looking up the full address…')).not.toBeInTheDocument();
    await expect.element(street()).toHaveFocus();

    answer({ [`GET ${API.place}`]: () => json({}, 502) });
    await street().fill('');
    await pick();
    await expect
      .element(page.getByRole('status').getByText(/^We couldn’t find the full address\./))
      .toBeInTheDocument();
    await expect.element(field('ZIP Code')).toHaveValue('');
    await expect.element(street()).toHaveValue('500 Congress Avenue');
    const sessions = callsTo(`GET ${API.place}`).map(({ query }) => query.get('session'));
    expect([new Set(sessions).size, sessions.includes(null)]).toEqual([2, false]);
  });
});
