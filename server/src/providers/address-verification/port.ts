/** The part of an address that can be checked, in Shippo's and our API's names. */
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
  /** Deliverable as far as we can tell, and better written so. */
  | { verdict: 'corrected'; suggestion: AddressToCheck; notes: string[] }
  | { verdict: 'invalid'; messages: string[] };

export interface AddressVerifier {
  verify(address: AddressToCheck): Promise<Verdict>;
}
