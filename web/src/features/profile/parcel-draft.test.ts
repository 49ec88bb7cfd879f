import { PARCEL_FORM } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { checkParcel, draftOfParcel, EMPTY_PARCEL } from './parcel-draft.ts';

const BOX = { ...EMPTY_PARCEL, nickname: 'Small box', length: '8', width: '6', height: '4.5' };

describe('a saved package', () => {
  it('is sent as numbers, with an optional weight', () => {
    expect(checkParcel(BOX)).toEqual({
      body: { nickname: 'Small box', type: 'package', length: 8, width: 6, height: 4.5, weight: null },
    });
  });

  it('has a fixed size as an envelope and ignores typed measurements', () => {
    const checked = checkParcel({ ...BOX, type: 'envelope', length: 'long', weight: '0.5' });
    expect(checked).toMatchObject({ body: { length: 12, width: 9, height: 0.25, weight: 0.5 } });
  });

  it('reports missing and invalid measurements', () => {
    expect(checkParcel({ ...EMPTY_PARCEL, width: 'wide', height: '0', weight: '-1' })).toEqual({
      errors: {
        nickname: 'Please enter a nickname.',
        length: PARCEL_FORM.lengthRequired,
        width: 'Width must be a number',
        height: 'Height must be greater than 0',
        weight: 'Weight must be greater than 0',
      },
    });
  });

  it('converts back to the same draft', () => {
    const checked = checkParcel({ ...BOX, weight: '2.5' });
    if (!('body' in checked)) throw new Error('refused');
    expect(draftOfParcel({ id: 'a', ...checked.body })).toEqual({ ...BOX, weight: '2.5' });
  });
});
