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
  commission: { usesGlobal: true, markupType: 'percentage', markupAmount: 12 },
};
const draft = draftOf(ada);

describe('the form of a client', () => {
  it('sends what the specification lists, and an amount only with a commission of its own', () => {
    const { fullName, email, phone, defaultAddress: address, status } = ada;
    expect(checkDraft(draft, ada)).toEqual({
      body: { fullName, email, phone, address, status, commissionType: 'global' },
    });
    const own = { commissionType: 'flat_rate', commissionAmount: '0.5' } as const;
    expect(checkDraft({ ...draft, ...own }, ada)).toMatchObject({
      body: { commissionType: 'flat_rate', commissionAmount: 0.5 },
    });
  });

  it('shows the amount of a commission of its own, and none of the global one', () => {
    const own = { usesGlobal: false, markupType: 'percentage', markupAmount: 7.5 } as const;
    expect(draftOf({ ...ada, commission: own })).toMatchObject({
      commissionType: 'percentage',
      commissionAmount: '7.5',
    });
    expect(draft.commissionAmount).toBe('');
  });

  it('keeps the suite, which it does not show', () => {
    expect(checkDraft({ ...draft, city: 'Salem' }, ada)).toMatchObject({
      body: { address: { city: 'Salem', suite: 'Floor 2' } },
    });
  });

  it('sends no address and no phone when their fields are empty', () => {
    const empty = { ...draft, street: ' ', city: '', state: '', zipCode: '', phone: ' ' };
    expect(checkDraft(empty, ada)).toMatchObject({ body: { address: null, phone: null } });
  });

  it('needs a name, an email address and an amount, and says so at each field', () => {
    const bad = {
      ...draft,
      fullName: ' ',
      email: '',
      commissionType: 'percentage',
      commissionAmount: '-1',
    } as const;
    expect(checkDraft(bad, ada)).toEqual({
      errors: {
        fullName: PROFILE.nameRequired,
        email: ADDRESS_FORM.emailRequired,
        commissionAmount: CLIENTS.commissionInvalid,
      },
    });
  });

  it('is empty for a new client, who is active, in the USA and on the global rate', () => {
    expect(draftOf(null)).toMatchObject({
      fullName: '',
      status: 'active',
      country: 'USA',
      commissionType: 'global',
      commissionAmount: '0',
    });
  });
});
