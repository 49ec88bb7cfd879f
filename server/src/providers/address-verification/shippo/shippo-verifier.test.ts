import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ShippoAtDouble, shippoAtDouble } from '../../../../test/shippo-at-double.ts';
import type { AddressToCheck } from '../port.ts';
import { addressVerificationPortSuite } from '../port-suite.ts';
import { ShippoVerifier } from './shippo-verifier.ts';

let shippo: ShippoAtDouble;
beforeAll(async () => {
  shippo = await shippoAtDouble();
});
afterAll(() => shippo.close());

const verifier = new ShippoVerifier({ createAddress: (body) => shippo.client.createAddress(body) });
addressVerificationPortSuite('Shippo', verifier);

const ADDRESS: AddressToCheck = {
  street1: '965 Mission St',
  street2: '',
  city: 'San Francisco',
  state: 'CA',
  zip: '94103',
  country: '',
};
const answer = (validation_results: unknown, over: Partial<AddressToCheck> = {}) => {
  const body = { ...ADDRESS, country: 'US', ...over, validation_results };
  shippo.double.server.answerNext({ call: 'POST /addresses', status: 201, body });
};

describe('address verification with Shippo', () => {
  it('asks Shippo to validate the address, without control characters and with a country code', async () => {
    await verifier.verify({ ...ADDRESS, street2: '\u0000 Apt\u00072' });
    expect(JSON.parse(String(shippo.requests.at(-1)?.body))).toEqual({
      ...ADDRESS,
      street2: 'Apt 2',
      country: 'US',
      validate: true,
    });
  });

  it('turns messages of Shippo into sentences', async () => {
    answer({
      is_valid: false,
      messages: [{ text: 'City and ZIP are valid, <b>street</b> is not', code: '', type: '' }],
    });
    expect(await verifier.verify(ADDRESS)).toEqual({
      verdict: 'invalid',
      messages: ['City and ZIP are valid, street is not.'],
    });
    answer({ is_valid: true, messages: [{ text: 'Needs a flat number' }] });
    expect(await verifier.verify(ADDRESS)).toMatchObject({
      verdict: 'valid',
      notes: ['Needs a flat number.'],
    });
  });

  it.each([[{}], [null], [{ is_valid: null, messages: [] }]])(
    'treats an answer without a verdict as not confirmed: %j',
    async (results) => {
      answer(results);
      expect(await verifier.verify(ADDRESS)).toEqual({
        verdict: 'invalid',
        messages: ['This address could not be confirmed.'],
      });
    },
  );

  it('treats a rejected call as an invalid address', async () => {
    shippo.double.server.answerNext({ call: 'POST /addresses', status: 400, body: { zip: ['Too long'] } });
    expect(await verifier.verify(ADDRESS)).toEqual({ verdict: 'invalid', messages: ['zip: Too long.'] });
  });

  it('reports an outage without a verdict and without internal details', async () => {
    // Its own client, because an outage makes a client pause.
    const { client, double, close } = await shippoAtDouble();
    onTestFinished(close);
    for (let times = 0; times < 3; times += 1)
      double.server.answerNext({ call: 'POST /addresses', status: 500, body: 'stack trace' });
    await expect(new ShippoVerifier(client).verify(ADDRESS)).rejects.toMatchObject({
      code: 'CARRIER_UNREACHABLE',
      message: 'The address service is not responding. Please try again in a moment.',
    });
  });
});
