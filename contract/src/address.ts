/** A place that mail can go to, with the country as ISO alpha-2. What people type becomes this at the edge. */
export interface PostalAddress {
  name: string;
  company: string;
  street1: string;
  street2: string;
  city: string;
  /** Two letters in the United States and Canada, free text elsewhere. */
  state: string;
  zip: string;
  country: string;
  phone: string;
  email: string;
}
