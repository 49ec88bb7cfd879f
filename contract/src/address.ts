/** A normalized address. `country` is an ISO alpha-2 code. */
export interface PostalAddress {
  name: string;
  company: string;
  street1: string;
  street2: string;
  city: string;
  /** A two-letter code in the United States and Canada, free text elsewhere. */
  state: string;
  zip: string;
  country: string;
  phone: string;
  email: string;
}
