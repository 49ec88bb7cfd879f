import { PAGES } from '@lading/contract/routes.ts';
import { ContactLines } from './contact-lines.tsx';
import { LegalDocument, type LegalSection } from './legal-document.tsx';

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'responsible',
    title: 'Who is responsible',
    body: (
      <p>
        Lading is self-hosted software. The business that operates this installation decides about your data
        and is responsible for it. The makers of the software receive nothing.
      </p>
    ),
  },
  {
    id: 'collected',
    title: 'What we keep',
    body: (
      <ul className="list-disc space-y-2 pl-5">
        <li>Your account: name, email address, phone number if you give one, and your default address.</li>
        <li>Shipments: sender, recipient, parcel, price, label and tracking events.</li>
        <li>Payments: amount, time, status and the card provider’s reference. Never a card number.</li>
        <li>A log of sign-ins and of administrative actions, with time and network address.</li>
      </ul>
    ),
  },
  {
    id: 'purpose',
    title: 'What we use it for',
    body: (
      <p>
        To make the labels you ask for, take and return payments, answer your questions, keep the books that
        the law demands and protect accounts from misuse. We do not sell data, build profiles or show
        advertising.
      </p>
    ),
  },
  {
    id: 'shared',
    title: 'Who else receives it',
    body: (
      <p>
        The carrier you choose receives the addresses and the parcel data. The card provider receives what you
        type into the card form. Depending on the settings of this installation, an address checking service
        and a mail provider receive what they need for one request. Nobody else does, unless a law obliges us.
      </p>
    ),
  },
  {
    id: 'recipients',
    title: 'The people you ship to',
    body: (
      <p>
        You give us their names and addresses so that a parcel can reach them. We use them for that shipment,
        for its history and for your own list of saved addresses, and for nothing else.
      </p>
    ),
  },
  {
    id: 'storage',
    title: 'Storage in your browser',
    body: (
      <p>
        We set no cookies. Your browser’s storage keeps your sign-in, your unfinished work and what you set
        for this browser alone: theme, paper size, shortcuts and notifications. Without “Remember me” the
        sign-in ends with the tab, and at the latest after 12 hours; with it, after 30 days. Signing out
        removes it at once.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'How it is protected',
    body: (
      <p>
        Connections are encrypted, passwords are kept only as a slow one-way hash, and sign-in tokens only as
        a fingerprint. Access by administrators is recorded in an audit log.
      </p>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    body: (
      <p>
        Account data stays until the account is deleted. Records of purchases stay as long as tax and
        commercial law demand; after a deletion they no longer name you.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <p>
        You can see and correct your data under Profile. On request we send you a copy, or delete your
        account: your name, email, phone, addresses and sessions are then erased for good. Depending on where
        you live you may also object to a use or complain to your data protection authority.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: (
      <p>
        When something here changes, the date above changes with it. If the change matters to you, we also say
        so by email.
      </p>
    ),
  },
  { id: 'contact', title: 'Contact', body: <ContactLines /> },
];

export function PrivacyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      effective={{ date: '2025-11-01', text: 'November 1, 2025' }}
      intro={<p>Which data this service keeps about you, why, for how long, and what you can do about it.</p>}
      sections={SECTIONS}
      sibling={{ href: PAGES.terms, text: 'Terms of Service' }}
    />
  );
}
