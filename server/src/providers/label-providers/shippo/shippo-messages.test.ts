import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { describe, expect, it } from 'vitest';
import { sentenceFor } from './shippo-messages.ts';

describe('a carrier’s message', () => {
  it.each([
    ['Customs declaration required.', CUSTOMS.declarationRequired],
    ['A customs declaration is required for this shipment.', CUSTOMS.declarationRequired],
    ['International shipments require customs information.', CUSTOMS.declarationRequired],
    ['missing required field for non-document shipment: customs_items.hs_tariff_number.', CUSTOMS.hsRequired],
    ['AES ITN is required for this export.', CUSTOMS.itnRequired],
    [
      'Missing or invalid element: FromPhone.',
      'UPS needs valid phone numbers for the sender and the recipient.',
    ],
    ['PO Box not allowed.', 'UPS does not deliver to PO boxes; USPS does.'],
    ['No rates available for this lane.', 'UPS has no service to this destination.'],
    ['Rate has expired.', 'This rate has expired. Please get new rates.'],
    ['Package exceeds maximum size total constraint.', 'The package is too large or too heavy for UPS.'],
    ['Saturday delivery is not available.', 'UPS cannot deliver this package on Saturday.'],
  ])('%s becomes our sentence', (original, ours) => {
    expect(sentenceFor('UPS', original)).toBe(ours);
  });

  it.each(['The carrier does not take this parcel.', 'No carrier account is active.', ''])(
    '%j stays as it is',
    (original) => {
      expect(sentenceFor('UPS', original)).toBeNull();
    },
  );
});
