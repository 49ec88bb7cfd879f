import type { AdminClient } from '@lading/contract/admin-clients.ts';
import { ADDRESS_FORM, CLIENTS, PROFILE } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { checkDraft, draftOf } from './client-draft.ts';

const ada: AdminClient = {
  userId: '0199c1f4-55aa-7c3e-9d0b-3f2b5a9c1e77',
  fullName: 'Ada Park',
  email: 'ada@shop.example',
  phone: '5035550142',
  defaultAddress: {
    street: '1200 SW Main St',
    suite: 'Floor 2',
    city: 'Portland',
    state: 'OR',
    zipCode: '97205',
    country: 'USA',
  },
  status: 'active',
  totalShipments: 12,
  lastActive: null,
  revenue: 0,
  revenueBefore: 0,
  atRisk: false,
  commission: { usesGlobal: true, markupType: 'percentage', markupAmount: 12 },
};
const draft = draftOf(ada);

describe('the client form', () => {
  it('sends the specified fields, and an amount only with a custom commission', () => {
    const { fullName, email, phone, defaultAddress: address, status } = ada;
    expect(checkDraft(draft)).toEqual({
      body: { fullName, email, phone, address, status, commissionType: 'global' },
    });
    const own = { commissionType: 'flat_rate', commissionAmount: '0.5' } as const;
    expect(checkDraft({ ...draft, ...own })).toMatchObject({
      body: { commissionType: 'flat_rate', commissionAmount: 0.5 },
    });
  });

  it('shows the amount of a custom commission only', () => {
    const own = { usesGlobal: false, markupType: 'percentage', markupAmount: 7.5 } as const;
    expect(draftOf({ ...ada, commission: own })).toMatchObject({
      commissionType: 'percentage',
      commissionAmount: '7.5',
    });
    expect(draft.commissionAmount).toBe('');
  });

  it('shows the suite, so that a changed address does not keep the old one unseen', () => {
    expect(draft.suite).toBe('Floor 2');
    expect(checkDraft({ ...draft, city: 'Salem', suite: '' })).toMatchObject({
      body: { address: { city: 'Salem', suite: '' } },
    });
  });

  it('omits address and phone if their fields are empty', () => {
    const empty = { ...draft, street: ' ', suite: '', city: '', state: '', zipCode: '', phone: ' ' };
    expect(checkDraft(empty)).toMatchObject({ body: { address: null, phone: null } });
  });

  it('requires a name, an email address and an amount', () => {
    const bad = {
      ...draft,
      fullName: ' ',
      email: '',
      commissionType: 'percentage',
      commissionAmount: '-1',
    } as const;
    expect(checkDraft(bad)).toEqual({
      errors: {
        fullName: PROFILE.nameRequired,
        email: ADDRESS_FORM.emailRequired,
        commissionAmount: CLIENTS.commissionInvalid,
      },
    });
  });

  it('defaults to an active client in the USA on the global rate', () => {
    expect(draftOf(null)).toMatchObject({
      fullName: '',
      status: 'active',
      country: 'USA',
      commissionType: 'global',
      commissionAmount: '0',
    });
  });
});
