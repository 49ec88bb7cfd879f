import { cpuRatioOfWaits } from '@lading/contract/cpu-growth.fixture.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser, type TestUser } from '../../../test/factories.ts';
import { buildApp } from '../../app.ts';
import type { EarlierAddress } from './suggest-places.ts';

const JANE: EarlierAddress = {
  name: 'Jane Doe',
  street1: '500 Congress Ave',
  street2: 'Apt 4',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  country: 'US',
};
const OTTAWA = { street1: '90 Austin St', city: 'Ottawa', state: 'ON', zip: 'K1A 0A9', country: 'CA' };

let test: TestApp;
let app: FastifyInstance;
let user: TestUser;
let token: string;
let earlier: EarlierAddress[];
let questions: unknown[];
beforeAll(async () => {
  test = await buildTestApp();
  app = await buildApp(test.config, {
    ...test.deps,
    earlierAddresses: async (...question) => {
      questions.push(question);
      return earlier;
    },
  });
  user = await makeUser(test);
  token = (await logInAs(test, user)).token;
});
beforeEach(() => {
  earlier = [];
  questions = [];
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const get = (url: string, headers = bearer(token)) => app.inject({ url, headers });
const places = (query: Record<string, string>) => get(`${API.places}?${new URLSearchParams(query)}`);
const texts = async (query: Record<string, string>): Promise<string[]> =>
  (await places(query)).json().suggestions.map(({ text }: { text: string }) => text);

describe('GET /api/shippo/places', () => {
  it('suggests cities and ZIP codes', async () => {
    expect((await places({ query: 'austin, tx', country: 'US' })).json()).toEqual({
      suggestions: [
        {
          kind: 'city',
          text: 'Austin, TX',
          street1: '',
          street2: '',
          city: 'Austin',
          state: 'TX',
          zip: '',
          country: 'US',
        },
      ],
    });
    expect((await places({ query: '78701' })).json().suggestions).toMatchObject([
      { kind: 'zip', city: 'Austin', state: 'TX', zip: '78701' },
    ]);
  });

  it("lists the client's own addresses first, prefix matches before others, without duplicates", async () => {
    earlier = [
      { ...JANE, name: 'Austin Powers' },
      { ...JANE, name: '' },
      JANE,
      { ...JANE, street1: '500 congress ave.' },
    ];
    const { suggestions } = (await places({ query: 'Austin', country: 'USA' })).json();
    expect(suggestions.slice(0, 4).map(({ text }: { text: string }) => text)).toEqual([
      'Austin Powers, 500 Congress Ave, Apt 4, Austin, TX 78701',
      '500 Congress Ave, Apt 4, Austin, TX 78701',
      'Jane Doe, 500 Congress Ave, Apt 4, Austin, TX 78701',
      'Austin, TX',
    ]);
    expect(suggestions[2]).toMatchObject({ kind: 'own', ...JANE });
    expect(suggestions[1]).not.toHaveProperty('name');
    expect((await texts({ query: '500 con' }))[0]).toMatch(/^Austin Powers/);
  });

  it('suggests only addresses of the signed-in client', async () => {
    await places({ query: ' 500\u0000 con%\t' });
    expect(questions).toEqual([[user.id, '500 con%', 20]]);
  });

  it('filters own addresses by country only when one is given', async () => {
    earlier = [JANE, { ...JANE, ...OTTAWA }];
    expect(await texts({})).toHaveLength(2);
    expect(await texts({ country: 'Canada' })).toEqual(['Jane Doe, 90 Austin St, Apt 4, Ottawa, ON K1A 0A9']);
    expect(await texts({ country: 'Atlantis' })).toEqual([]);
  });

  it('returns at most five own addresses and ten suggestions in total', async () => {
    earlier = Array.from({ length: 20 }, (_, number) => ({ ...JANE, street1: `${number} San Jacinto Blvd` }));
    const { suggestions } = (await places({ query: 'san' })).json();
    const own = suggestions.filter(({ kind }: { kind: string }) => kind === 'own');
    expect([own.length, suggestions.length]).toEqual([5, 10]);
  });

  it.each([
    ['%', 200],
    ['%25%00%F0%9F%8F%A0', 200],
    ['%ED%A0%80', 200],
    ['%F0%9F%8F%A0'.repeat(100), 200],
    ['a'.repeat(101), 400],
    ['%F0%9F%8F%A0'.repeat(101), 400],
    ['a&query=b', 400],
    [`a&country=${'b'.repeat(61)}`, 400],
    ['a'.repeat(1_000_000), 414],
  ])('handles hostile text %# about as fast as the name of a city (IN05)', async (query, status) => {
    const ask = (text: string) => get(`${API.places}?query=${text}`);
    expect((await ask(query)).statusCode).toBe(status);
    const ratio = await cpuRatioOfWaits(
      () => ask(query),
      () => ask('austin'),
    );
    expect(ratio).toBeLessThan(20);
  });
});

describe('GET /api/shippo/zip/{zip}', () => {
  it('returns city and state', async () => {
    const answer = await get(`${API.zip}/78701?country=US`);
    expect([answer.statusCode, answer.json()]).toEqual([200, { city: 'Austin', state: 'TX', country: 'US' }]);
    expect((await get(`${API.zip}/00901-1234`)).json()).toMatchObject({ city: 'San Juan', state: 'PR' });
  });

  it.each(['7870', '00000', 'abcde', '%F0%9F%8F%A0', '%00', '78701?country=DE', '78701?country=Atlantis'])(
    'answers 404 for %s',
    async (zip) => {
      const answer = await get(`${API.zip}/${zip}`);
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it.each([
    ['%', 400],
    ['1'.repeat(21), 400],
    ['1'.repeat(200), 414],
    ['1'.repeat(1_000_000), 414],
    [`78701?country=${'x'.repeat(61)}`, 400],
  ])('rejects hostile input %# (IN05)', async (zip, status) => {
    expect((await get(`${API.zip}/${zip}`)).statusCode).toBe(status);
  });
});

describe('GET /api/shippo/place', () => {
  it('answers 404 when the provider puts full addresses in its suggestions', async () => {
    expect((await get(`${API.place}?id=ChIJ123`)).statusCode).toBe(404);
  });
});

describe('every route', () => {
  it('requires a session', async () => {
    for (const url of [`${API.places}?query=aus`, `${API.place}?id=x`, `${API.zip}/78701`])
      expect((await get(url, { authorization: '' })).statusCode).toBe(401);
  });
});
