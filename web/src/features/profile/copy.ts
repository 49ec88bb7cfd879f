/** Text of the profile page. Text from the specification is in the contract's `PROFILE`. */
export const COPY = {
  personalHint: 'Used for your account and as the sender on your labels.',
  addressHint: 'Filled in as the sender when you create a label.',
  emailHint: 'Contact support to change your email',
  unsaved: 'Unsaved changes',
  leaveTitle: 'Leave without saving?',
  leaveBody: 'Your profile changes haven’t been saved.',
  lookUp: {
    none: '',
    running: 'Looking up the full address…',
    failed: 'We couldn’t find the full address. Please check the city, state and ZIP code.',
  },
  postalCodeHint: 'Your postal code, such as M5J 2R8',
  browserHint: 'Saved on this device, not in your account.',
  savedAddressesHint: 'Suggested when you type a name on a label.',
  savedParcelsHint: 'Save the boxes you use often.',
  listFailed: 'We couldn’t load this list.',
  nothingSaved: 'None saved yet.',
  deleteFailed: (noun: string) => `We couldn’t delete the ${noun}.`,
  restoreFailed: (noun: string) => `We couldn’t restore the ${noun}.`,
} as const;
