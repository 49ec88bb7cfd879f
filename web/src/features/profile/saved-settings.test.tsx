import { TOAST_DURATION_MS } from '@lading/contract/constants.ts';
import { PROFILE } from '@lading/contract/messages.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, PAGES_WAIT } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { toasts, toastWith } from '../../../test/screen.ts';
import { keepNotifications, toast } from '../../ui/toast/toast.ts';

const DATA = {
  fullName: 'Noor Haddad',
  email: 'noor@shop.example',
  phone: null,
  default_address: null,
  address: null,
};
const openProfile = (answers: Answers = {}) =>
  openApp(PAGES.profile, {
    as: 'client',
    answers: {
      ...PAGES_WAIT,
      [`GET ${API.profile}`]: () => json({ data: DATA }),
      [`GET ${API.savedAddresses}`]: () => json({ addresses: [] }),
      [`GET ${API.savedParcels}`]: () => json({ parcels: [] }),
      ...answers,
    },
  });

const section = (name: string) => page.getByRole('region', { name });
const dialog = () => page.getByRole('dialog');
const inDialog = (name: string) =>
  dialog().getByRole('textbox', { name: new RegExp(`^${name}( optional)?$`) });
const submit = () => dialog().getByRole('button', { name: 'Save' });

afterEach(() => {
  vi.useRealTimers();
  keepNotifications.set(false);
});

describe('the saved settings of a client', () => {
  it('include addresses, which are added, edited, deleted and restored', async () => {
    const stored = (body: unknown) => ({ ...(body as object), id: 'a1' });
    const { callsTo } = await openProfile({
      [`POST ${API.savedAddresses}`]: ({ body }) => json({ address: stored(body) }, 201),
      [`PUT ${path(API.savedAddress, { id: 'a1' })}`]: ({ body }) => json({ address: stored(body) }),
      [`DELETE ${path(API.savedAddress, { id: 'a1' })}`]: () => json({}),
    });
    const book = section('Saved addresses');
    await book.getByRole('button', { name: 'Add address' }).click();
    await submit().click();
    await expect.element(dialog().getByText('Street address is required', { exact: true })).toBeVisible();
    await expect.element(dialog().getByRole('textbox', { name: 'Name', exact: true })).toHaveFocus();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    for (const [name, text] of [
      ['Nickname', 'Studio'],
      ['Name', 'Dana Reyes'],
      ['Street address', '500 W 2nd St'],
      ['City', 'Austin'],
      ['State', 'TX'],
      ['ZIP code', '78701'],
    ] as const)
      await inDialog(name).fill(text);
    await submit().click();
    await expect
      .element(book.getByText('Dana Reyes, 500 W 2nd St, Austin TX 78701', { exact: true }))
      .toBeVisible();

    await book.getByRole('button', { name: 'Edit Studio' }).click();
    await inDialog('Nickname').fill('Warehouse');
    await submit().click();
    await book.getByRole('button', { name: 'Delete Warehouse' }).click();
    await expect.element(book.getByRole('listitem')).not.toBeInTheDocument();
    await expect.element(book.getByRole('button', { name: /^Undo/ })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(book.getByText('Warehouse', { exact: true })).toBeVisible();
    await expect.element(book.getByRole('button', { name: 'Add address' })).toHaveFocus();
    expect(callsTo(`POST ${API.savedAddresses}`)).toHaveLength(2);
  });

  it('ask for the country of a restored address that was saved before countries were checked', async () => {
    const saved = {
      fullName: 'Dana Reyes',
      address: '500 W 2nd St',
      city: 'Austin',
      state: 'TX',
      zipCode: '',
    };
    const none = { nickname: '', company: '', email: '', phone: '', address2: '' };
    const { callsTo } = await openProfile({
      [`GET ${API.savedAddresses}`]: () =>
        json({ addresses: [{ id: 'a1', ...none, ...saved, country: 'Texas' }] }),
      [`DELETE ${path(API.savedAddress, { id: 'a1' })}`]: () => json({}),
      [`POST ${API.savedAddresses}`]: ({ body }) => json({ address: { ...(body as object), id: 'a2' } }, 201),
    });
    const book = section('Saved addresses');
    const undo = book.getByRole('button', { name: /^Undo/ });
    await book.getByRole('button', { name: 'Delete Dana Reyes' }).click();
    await undo.click();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await undo.click();
    await dialog().getByRole('combobox', { name: 'Country' }).selectOptions('CA');
    await submit().click();
    await expect.element(book.getByText('Dana Reyes', { exact: true })).toBeVisible();
    await expect.element(undo).not.toBeInTheDocument();
    expect(callsTo(`POST ${API.savedAddresses}`).map(({ body }) => body)).toEqual([
      { ...none, ...saved, country: 'CA' },
    ]);
  });

  it('can be deleted one after the other without waiting', async () => {
    const box = { type: 'package', length: 8, width: 6, height: 4, weight: null };
    const first = Promise.withResolvers<Response>();
    await openProfile({
      [`GET ${API.savedParcels}`]: () =>
        json({
          parcels: [
            { ...box, id: 'p1', nickname: 'Box' },
            { ...box, id: 'p2', nickname: 'Tube' },
          ],
        }),
      [`DELETE ${path(API.savedParcel, { id: 'p1' })}`]: () => first.promise,
      [`DELETE ${path(API.savedParcel, { id: 'p2' })}`]: () => json({}),
    });
    const boxes = section('Saved packages');
    await boxes.getByRole('button', { name: 'Delete Box' }).click();
    await boxes.getByRole('button', { name: 'Delete Tube' }).click();
    await expect.element(boxes.getByText('Deleted Tube.')).toBeVisible();
    first.resolve(json({}));
    await expect.element(boxes.getByText('Deleted Box.')).toBeVisible();
    await expect.element(boxes.getByRole('listitem')).not.toBeInTheDocument();
  });

  it('leave the focus where it is when an undo takes long', async () => {
    const restored = Promise.withResolvers<Response>();
    const parcel = {
      id: 'p1',
      nickname: 'Box',
      type: 'package',
      length: 8,
      width: 6,
      height: 4,
      weight: null,
    };
    await openProfile({
      [`GET ${API.savedParcels}`]: () => json({ parcels: [parcel] }),
      [`DELETE ${path(API.savedParcel, { id: 'p1' })}`]: () => json({}),
      [`POST ${API.savedParcels}`]: () => restored.promise,
    });
    const boxes = section('Saved packages');
    await boxes.getByRole('button', { name: 'Delete Box' }).click();
    await boxes.getByRole('button', { name: /^Undo/ }).click();
    const other = section('Saved addresses').getByRole('button', { name: 'Add address' });
    other.element().focus();
    restored.resolve(json({ parcel }, 201));
    await expect.element(boxes.getByText('Box', { exact: true })).toBeVisible();
    await expect.element(boxes.getByRole('button', { name: /^Undo/ })).not.toBeInTheDocument();
    await expect.element(other).toHaveFocus();
  });

  it('include packages', async () => {
    const { callsTo } = await openProfile({
      [`POST ${API.savedParcels}`]: ({ body }) => json({ parcel: { ...(body as object), id: 'p1' } }, 201),
    });
    const boxes = section('Saved packages');
    await boxes.getByRole('button', { name: 'Add package' }).click();
    await inDialog('Nickname').fill('Small box');
    for (const [name, text] of [
      ['Length (in)', '8'],
      ['Width (in)', '6'],
      ['Height (in)', '4.5'],
    ] as const)
      await dialog().getByRole('textbox', { name }).fill(text);
    await submit().click();
    await expect.element(boxes.getByText('8 × 6 × 4.5 in', { exact: true })).toBeVisible();
    expect(callsTo(`POST ${API.savedParcels}`)[0]?.body).toMatchObject({
      nickname: 'Small box',
      height: 4.5,
    });
  });

  it('include kept notifications, in this browser and immediately', async () => {
    await openProfile();
    const keep = page.getByRole('checkbox', { name: 'Keep notifications until dismissed' });
    await expect.element(keep).not.toBeChecked();
    (keep.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(keep).toBeChecked();
    expect(localStorage.getItem('lading.keep-notifications')).toBe('on');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    toast.success(PROFILE.saved);
    await vi.advanceTimersByTimeAsync(3_600_000);
    await expect.element(toastWith(PROFILE.saved)).toBeVisible();
    (keep.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(keep).not.toBeChecked();
    await vi.advanceTimersByTimeAsync(TOAST_DURATION_MS.success);
    await expect.element(toasts().getByText(PROFILE.saved).last()).not.toBeInTheDocument();
    vi.useRealTimers();
    await page.getByRole('banner').getByRole('button', { name: 'Notifications' }).click();
    const list = page.getByRole('dialog', { name: 'Notifications' });
    await expect.element(list.getByText(PROFILE.saved, { exact: false }).first()).toBeVisible();
  });
});
