/** The checkable part of an address, with the field names of the API. */
export interface AddressToCheck {
  street1: string;
  street2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

export type Verdict =
  | { verdict: 'valid'; address: AddressToCheck; notes: string[] }
  /** Probably deliverable, with a corrected spelling. */
  | { verdict: 'corrected'; suggestion: AddressToCheck; notes: string[] }
  | { verdict: 'invalid'; messages: string[] };

export interface AddressVerifier {
  verify(address: AddressToCheck): Promise<Verdict>;
}
