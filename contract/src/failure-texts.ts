/** Stored and computed reasons are counted by their text, so all of them must use the same sentence. */
export const LABEL_NOT_CREATED = 'The carrier did not create the label.';
export const PARCEL_RETURNED = 'The carrier returned the package.';
