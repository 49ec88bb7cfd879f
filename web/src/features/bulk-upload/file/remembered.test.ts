import { describe, expect, it } from 'vitest';
import { FIRST_CHOICES } from './fill-in-choices.ts';
import { recallChoices, recallMap, rememberChoices, rememberMap } from './remembered.ts';

const HEADER = ['Kunde', 'Straße', 'PLZ'];
const COLUMNS = { receiver_fullname: [0], receiver_zipcode: [2] };

describe('the remembered mapping', () => {
  it('applies to one account and to files with the same header', async () => {
    await rememberMap('ada', HEADER, COLUMNS);
    expect(await recallMap('ada', [' kunde ', 'STRAßE', 'plz'])).toEqual(COLUMNS);
    expect(await recallMap('ada', ['Kunde', 'PLZ', 'Straße'])).toBe(null);
    expect(await recallMap('noor', HEADER)).toBe(null);
  });

  it('is the latest one per header, for the last 30 headers', async () => {
    for (let kind = 0; kind < 35; kind += 1) await rememberMap('kim', [`kind ${kind}`], { order_ref: [0] });
    await rememberMap('kim', ['kind 34'], { receiver_fullname: [0] });
    expect(await recallMap('kim', ['kind 34'])).toEqual({ receiver_fullname: [0] });
    expect(await recallMap('kim', ['kind 6'])).toEqual({ order_ref: [0] });
    expect(await recallMap('kim', ['kind 0'])).toBe(null);
  });

  it('includes the fill-in choices', async () => {
    expect(await recallChoices('ada')).toEqual(FIRST_CHOICES);
    await rememberChoices('ada', { ...FIRST_CHOICES, contact: false, weight: '2' });
    expect(await recallChoices('ada')).toMatchObject({ contact: false, weight: '2' });
  });
});
