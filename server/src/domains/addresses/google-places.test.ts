import { API } from '@lading/contract/routes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { NO_FAULTS } from '../../../test/doubles/fault-plan.ts';
import { CONGRESS, GOOGLE_KEY, startGoogleDouble } from '../../../test/doubles/google-double.ts';
import { boughtLabel, call, makeShop, type Shop } from '../../../test/shipping.ts';

const google = await startGoogleDouble();
let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp({ GOOGLE_PLACES_KEY: GOOGLE_KEY, GOOGLE_PLACES_BASE_URL: google.url });
  shop = await makeShop(test);
});
afterEach(() => {
  google.faults = { ...NO_FAULTS };
});
afterAll(async () => {
  await test.close();
  await google.close();
});

const get = (path: string, query: Record<string, string>) =>
  call(test, shop, 'GET', `${path}?${new URLSearchParams(query)}`);

describe('GET /api/shippo/places with Google', () => {
  it("lists the client's own addresses before Google's streets", async () => {
    await boughtLabel(test, shop);
    const ends = async () => {
      // Calls that took too long on a slow machine would otherwise pause all further ones.
      test.clock.advance(10_000);
      const { suggestions } = (await get(API.places, { query: 'dana', session: 's-1' })).json();
      return [suggestions.at(0), suggestions.at(-1)];
    };
    // On a busy machine the call to the double may time out; a typing user sends another request, too.
    await expect.poll(ends, { timeout: 20_000 }).toMatchObject([
      { kind: 'own', text: expect.stringMatching(/^Dana Reyes/) },
      { kind: 'address', placeId: 'ChIJ-dana', street1: 'Dana Street', city: 'Berkeley', state: 'CA' },
    ]);
  });

  it('suggests cities while Google does not answer', async () => {
    google.faults = { ...NO_FAULTS, neverAnswers: 1 };
    const answer = await get(API.places, { query: 'austin, tx' });
    expect([answer.statusCode, answer.json().suggestions[0]?.text]).toEqual([200, 'Austin, TX']);
  });
});

describe('GET /api/shippo/place', () => {
  it('returns the address of a place within its autocomplete session', async () => {
    google.journal.length = 0;
    const answer = await get(API.place, { id: CONGRESS.id, session: 's-2' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        street1: '500 Congress Avenue',
        street2: '',
        city: 'Austin',
        state: 'TX',
        zip: '78701-3507',
        country: 'US',
      },
    ]);
    expect(google.journal).toMatchObject([{ kind: 'details', session: 's-2' }]);
  });

  it('has different errors for an unknown place, an unreachable service and a malformed id', async () => {
    expect((await get(API.place, { id: 'nowhere' })).statusCode).toBe(404);
    for (const query of [{ id: '../x' }, { id: '' }, { id: 'x'.repeat(501) }, { id: 'x', session: 'a b' }])
      expect((await get(API.place, query)).statusCode).toBe(400);
    google.faults = { ...NO_FAULTS, errors: 1 };
    const away = await get(API.place, { id: CONGRESS.id });
    expect([away.statusCode, away.json().error]).toEqual([502, 'PLACES_UNREACHABLE']);
  });

  it('requires a session and never reveals the key', async () => {
    expect((await test.inject({ url: `${API.place}?id=x` })).statusCode).toBe(401);
    const answers = [
      await get(API.place, { id: CONGRESS.id }),
      await get(API.places, { query: '500 con' }),
      await test.inject({ url: API.runtimeConfig }),
    ];
    for (const { body, headers } of answers)
      expect(JSON.stringify({ body, headers })).not.toMatch(new RegExp(`${GOOGLE_KEY}|googleapis`));
    expect(test.logText()).not.toContain(GOOGLE_KEY);
  });
});
