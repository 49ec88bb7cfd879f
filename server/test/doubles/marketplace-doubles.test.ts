import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SharedClock } from '../shared-clock.ts';
import { type EbayDouble, startEbayDouble } from './ebay-double.ts';
import { type EtsyDouble, startEtsyDouble } from './etsy-double.ts';
import { ETSY_APP } from './etsy-double-oauth.ts';

let etsy: EtsyDouble;
let ebay: EbayDouble;
beforeAll(async () => {
  const clock = new SharedClock();
  [etsy, ebay] = await Promise.all([startEtsyDouble({ clock }), startEbayDouble({ clock })]);
});
afterAll(() => Promise.all([etsy.close(), ebay.close()]));

describe('the double of Etsy', () => {
  const call = (
    path: string,
    key = `${ETSY_APP.keystring}:${ETSY_APP.sharedSecret}`,
    init: RequestInit = {},
  ) =>
    fetch(`${etsy.url}/v3/application${path}`, {
      ...init,
      headers: {
        'x-api-key': key,
        authorization: `Bearer ${etsy.oauth.issue().accessToken}`,
        'content-type': 'application/json',
      },
    });

  it('refuses a key without its secret, and counts the calls of the day', async () => {
    expect((await call('/users/me', ETSY_APP.keystring)).status).toBe(403);
    etsy.behavior.remainingToday = 2;
    const left = [];
    for (let time = 0; time < 3; time += 1) {
      const answer = await call('/users/me');
      left.push([answer.status, answer.headers.get('x-remaining-today')]);
    }
    expect(left).toEqual([
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ]);
    etsy.behavior.remainingToday = 10_000;
  });

  it('sends one email for every tracking number that it accepts, even for the same number twice', async () => {
    const { receipt_id } = etsy.shop.make();
    const track = (body: object) =>
      call(`/shops/777001/receipts/${receipt_id}/tracking`, undefined, {
        method: 'POST',
        body: JSON.stringify(body),
      });
    const parcel = { tracking_code: '9400', carrier_name: 'usps' };
    for (const body of [parcel, parcel, { tracking_code: '9400' }]) await track(body);
    expect(etsy.shop.mails).toHaveLength(2);
    expect((await track({ ...parcel, misspelled: 1 })).status).toBe(400);
    expect((await call('/shops/777001/receipts?limit=101')).status).toBe(400);
    expect(etsy.violations).toHaveLength(2);
  });
});

describe('the double of eBay', () => {
  const list = async (query: Record<string, string>) => {
    const answer = await fetch(`${ebay.url}/sell/fulfillment/v1/order?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${ebay.oauth.issue().accessToken}` },
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { total: number; orders: { orderId: string }[] },
    };
  };

  it('refuses long pages and most combinations of statuses', async () => {
    const waiting = 'orderfulfillmentstatus:{NOT_STARTED|IN_PROGRESS}';
    expect((await list({ limit: '200', filter: waiting })).status).toBe(200);
    for (const query of [
      { limit: '201' },
      { filter: 'orderfulfillmentstatus:{NOT_STARTED}' },
      { filter: 'lastmodifieddate:[yesterday..]' },
      { filter: 'price:[1..2]' },
    ])
      expect((await list(query)).status, JSON.stringify(query)).toBe(400);
  });

  it('ignores the change date if a creation date is given', async () => {
    const { orderId } = ebay.shop.make();
    const never = 'lastmodifieddate:[2030-01-01T00:00:00.000Z..]';
    expect((await list({ filter: never })).body.total).toBe(0);
    const filter = `${never},creationdate:[2026-01-01T00:00:00.000Z..2027-01-01T00:00:00.000Z]`;
    expect((await list({ filter })).body.orders.map((order) => order.orderId)).toContain(orderId);
  });

  it('refuses numbers with anything but letters and digits, and answers without a body', async () => {
    const { orderId, lineItems } = ebay.shop.make();
    const ship = (trackingNumber: string) =>
      fetch(`${ebay.url}/sell/fulfillment/v1/order/${orderId}/shipping_fulfillment`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ebay.oauth.issue().accessToken}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          lineItems: [{ lineItemId: lineItems[0]?.lineItemId, quantity: 1 }],
          shippedDate: '2026-11-16T12:00:00.000Z',
          shippingCarrierCode: 'USPS',
          trackingNumber,
        }),
      });
    expect(await (await ship('9400 1')).json()).toMatchObject({ errors: [{ errorId: 32_300 }] });
    const answer = await ship('94001');
    expect([answer.status, await answer.text(), answer.headers.get('location')?.split('/').at(-1)]).toEqual([
      201,
      '',
      '94001',
    ]);
  });
});
