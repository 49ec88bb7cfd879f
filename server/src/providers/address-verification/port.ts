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
  /** Deliverable as far as we know, with a better spelling. */
  | { verdict: 'corrected'; suggestion: AddressToCheck; notes: string[] }
  | { verdict: 'invalid'; messages: string[] };

export interface AddressVerifier {
  verify(address: AddressToCheck): Promise<Verdict>;
}
