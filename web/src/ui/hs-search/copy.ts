export const COPY = {
  title: 'Find an HS code',
  description: 'Search by what the item is and what it is made of. Choose the code that describes it best.',
  label: 'Search HS codes',
  start: 'Type at least two letters, such as “cotton shirt”.',
  searching: 'Searching…',
  failed: 'We couldn’t search the HS codes.',
  none: 'No HS code matches. Try fewer or more general words.',
} as const;
