/** The form that USPS prints for an international parcel, by its Universal Postal Union name. */
type PostalForm = 'CN22' | 'CN23';

/** USPS prints this limit on its forms (IMM 123.11); the Universal Postal Union's own limit is 300 SDR. */
export const CN22_LIMIT_CENTS = 40_000;

/** CN22 for small packets up to the limit. Priority and Express parcels always get CN23. */
export function postalForm(service: string, valueCents: number): PostalForm | 'refused' {
  if (!service.includes('first_class')) return 'CN23';
  return valueCents <= CN22_LIMIT_CENTS ? 'CN22' : 'refused';
}
