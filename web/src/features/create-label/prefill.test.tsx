import { expect, it } from 'vitest';
import { shipmentOf } from '../../../test/shipment.ts';
import { EMPTY_ADDRESS } from '../../ui/address-form/address-values.ts';
import { withSaved } from '../../ui/address-form/saved-suggestions.ts';
import { wizardFrom } from './prefill.ts';
import { readDraft } from './wizard-draft.ts';
import { emptyWizard } from './wizard-state.ts';

const TODAY = '2026-11-16';

it('keeps the companies of an earlier shipment', () => {
  const { sender, recipient } = shipmentOf();
  const earlier = shipmentOf({
    sender: { ...sender, company: 'Northside Goods' },
    recipient: { ...recipient, company: 'Harbor Books' },
  });
  expect(wizardFrom(earlier, TODAY)).toMatchObject({
    sender: { company: 'Northside Goods' },
    recipient: { company: 'Harbor Books' },
    touched: expect.arrayContaining(['company']),
  });
});

it('takes the company of a saved address, and no other', () => {
  const saved = { ...shipmentOf().recipient, id: 'a1', nickname: '' };
  const values = { ...EMPTY_ADDRESS, company: 'Northside Goods' };
  expect(withSaved(values, { ...saved, company: 'Harbor Books' }).company).toBe('Harbor Books');
  expect(withSaved(values, saved).company).toBe('');
});

it('reads drafts with a company, and drafts of versions without one', () => {
  const draft = emptyWizard(TODAY);
  const { company: _, ...before } = EMPTY_ADDRESS;
  const kept = { ...EMPTY_ADDRESS, company: 'Harbor Books' };
  expect(readDraft({ ...draft, recipient: kept })?.recipient).toEqual(kept);
  expect(readDraft({ ...draft, sender: before, recipient: before })).toEqual(draft);
});
