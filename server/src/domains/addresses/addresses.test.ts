import { isChanged } from '@lading/contract/address-change.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser } from '../../../test/factories.ts';

let test: TestApp;
let token: string;
beforeAll(async () => {
  test = await buildTestApp();
  token = (await logInAs(test, await makeUser(test))).token;
});
afterAll(() => test.close());

const validate = (payload: object, headers = bearer(token)) =>
  test.inject({ method: 'POST', url: API.validateAddress, payload, headers });

const austin = { street1: '500 W 2nd St', city: 'Austin', state: 'TX', zip: '78701', country: 'US' };

describe('POST /api/shippo/validate', () => {
  it('accepts a correct address unchanged', async () => {
    const answer = (await validate(austin)).json();
    expect(answer).toMatchObject({ isValid: true, validationResults: { messages: [] } });
    expect(isChanged({ ...austin, street2: '' }, answer.suggestedAddress)).toBe(false);
  });

  it('suggests the standard form of an address', async () => {
    const entered = {
      street1: '500 west 2nd street, apartment 1900',
      city: 'austin',
      state: 'Texas',
      zip: '78701',
      country: 'USA',
    };
    const { isValid, suggestedAddress } = (await validate(entered)).json();
    expect(isValid).toBe(true);
    expect(suggestedAddress).toMatchObject({ city: 'Austin', state: 'TX', zip: '78701', country: 'US' });
    expect(suggestedAddress.street1).toMatch(/^500 W 2nd St/);
    expect(isChanged({ ...entered, street2: '' }, suggestedAddress)).toBe(true);
  });

  it('rejects a ZIP code of another state with a helpful message and no suggestion', async () => {
    const answer = (await validate({ ...austin, state: 'OR' })).json();
    expect(answer.isValid).toBe(false);
    expect(answer.suggestedAddress).toBeUndefined();
    expect(answer.validationResults.messages[0].text).toMatch(/ZIP/);
  });

  it('requires a session and a valid body', async () => {
    expect((await validate(austin, { authorization: '' })).statusCode).toBe(401);
    expect((await validate({ ...austin, zip: 78701 })).statusCode).toBe(400);
    expect((await validate({ ...austin, city: 'x'.repeat(301) })).statusCode).toBe(400);
  });
});
