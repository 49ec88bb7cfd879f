/** Text of the page behind an invitation link. */
export const COPY = {
  title: 'Accept your invitation',
  checking: 'Checking your invitation',
  invited: 'Choose your name and password to create your account.',
  email: 'Email',
  role: 'Role',
  name: 'Full name',
  submit: 'Create account',
  invalid: 'This invitation isn’t valid',
  incomplete: 'This link is incomplete',
  incompleteText:
    'Open the link again, or ask for a new one. For your security, we remove the link from the address bar, so reloading this page doesn’t work.',
  signedIn: (email: string) => `You’re signed in as ${email}. Creating this account signs you out.`,
} as const;
