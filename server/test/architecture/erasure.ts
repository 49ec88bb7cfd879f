/**
 * What erasing a client does to a column:
 * - deleted: the rows of the client are deleted.
 * - erased: the row stays for the ledger, without this content. Addresses keep city, state, ZIP code and country.
 * - expires: the row is deleted automatically within the time that docs/PERSONAL_DATA.md names.
 * - kept: may refer to a person and stays; docs/PERSONAL_DATA.md says why.
 * - none: contains no personal data.
 */
export type Erasure = 'deleted' | 'erased' | 'expires' | 'kept' | 'none';
