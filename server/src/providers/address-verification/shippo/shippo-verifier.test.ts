import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('Shippo as a judge of addresses', () => {
  it('is asked to validate, without characters that no address has, in the country that is meant', async () => {
    await verifier.verify({ ...ADDRESS, street2: '\u0000 Apt\u00072' });
    expect(JSON.parse(String(shippo.requests.at(-1)?.body))).toEqual({
      ...ADDRESS,
      street2: 'Apt 2',
      country: 'US',
      validate: true,
    });
  });

  it('passes its words on as sentences', async () => {
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
    'does not confirm by saying nothing: %j',
    async (results) => {
      answer(results);
      expect(await verifier.verify(ADDRESS)).toEqual({
        verdict: 'invalid',
        messages: ['This address could not be confirmed.'],
      });
    },
  );

  it('that refuses the call has judged', async () => {
    shippo.double.server.answerNext({ call: 'POST /addresses', status: 400, body: { zip: ['Too long'] } });
    expect(await verifier.verify(ADDRESS)).toEqual({ verdict: 'invalid', messages: ['zip: Too long.'] });
  });

  it('that does not answer has not: people hear so, and nothing of what went wrong', async () => {
    for (let times = 0; times < 3; times += 1)
      shippo.double.server.answerNext({ call: 'POST /addresses', status: 500, body: 'stack trace' });
    await expect(verifier.verify(ADDRESS)).rejects.toMatchObject({
      code: 'CARRIER_UNREACHABLE',
      message: 'The address service does not answer. Please try again in a moment.',
    });
  });
});
