import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EBAY_OPERATOR_APP, type EbayAtDouble, ebayAtDouble } from '../../../../test/ebay-at-double.ts';
import { minutes } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import { SourceRefusedError, SourceUnavailableError } from '../port.ts';

let ebay: EbayAtDouble;
beforeEach(async () => {
  ebay = await ebayAtDouble({ app: EBAY_OPERATOR_APP });
});
afterEach(() => ebay.close());

const EBAY = '203.0.113.7';
const STRANGER = '198.51.100.4';
const read = (options: { kid?: string } = {}, caller = EBAY) =>
  ebay.source.deletionNotices?.readNotice(
    ebay.double.notices.delivery({ username: 'ada_p' }, options),
    caller,
  );
const keyCalls = () => ebay.double.server.calls.get('GET /commerce/notification/v1/public_key/*') ?? 0;
/** Returns how many calls a stranger can cause. */
const useUpKeyCalls = async (callers = 1) => {
  const before = keyCalls();
  for (let caller = 0; caller < callers; caller += 1)
    for (let times = 0; times < 10; times += 1)
      await expect(read({ kid: newId() }, `${STRANGER}${caller}`)).rejects.toThrow();
  return keyCalls() - before;
};

describe('a deletion notice', () => {
  it('with a known key is read after many notices with unknown keys', async () => {
    expect(await read()).toEqual(['ada_p']);
    ebay.clock.advance(minutes(61));
    expect(await useUpKeyCalls(30)).toBe(120);
    expect(await read()).toEqual(['ada_p']);
  });

  it('is read after a restart, even if a stranger has just named many unknown keys', async () => {
    expect(await useUpKeyCalls()).toBe(6);
    expect(await read()).toEqual(['ada_p']);
  });

  it('with a known key is read during an outage of eBay, which is not called again for each notice', async () => {
    await read();
    ebay.clock.advance(minutes(61));
    ebay.double.behavior.everyAnswer = { status: 503, body: '' };
    expect(await read()).toEqual(['ada_p']);
    ebay.double.behavior.everyAnswer = null;
    expect(await read()).toEqual(['ada_p']);
    expect(keyCalls()).toBe(1);
    ebay.clock.advance(minutes(5));
    expect(await read()).toEqual(['ada_p']);
    expect(keyCalls()).toBe(2);
  });

  it('with a known key that eBay no longer has is refused', async () => {
    await read();
    ebay.clock.advance(minutes(61));
    ebay.double.notices.withdrawKey();
    for (let times = 0; times < 2; times += 1) await expect(read()).rejects.toThrow(SourceRefusedError);
  });

  it('with an unknown key during an outage of eBay cannot be read', async () => {
    ebay.double.behavior.everyAnswer = { status: 503, body: '' };
    await expect(read()).rejects.toThrow(SourceUnavailableError);
  });
});
