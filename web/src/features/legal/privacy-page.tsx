import { PAGES } from '@lading/contract/routes.ts';
import { ContactLines } from './contact-lines.tsx';
import { LegalDocument, type LegalSection } from './legal-document.tsx';

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'responsible',
    title: 'Who is responsible',
    body: (
      <p>
        Lading is self-hosted software. The business that operates this site controls your data and is
        responsible for it. The makers of the software receive no data.
      </p>
    ),
  },
  {
    id: 'collected',
    title: 'What we collect',
    body: (
      <ul className="list-disc space-y-2 pl-5">
        <li>Your account: name, email address, optional phone number and default address.</li>
        <li>Shipments: sender, recipient, package, price, label and tracking events.</li>
        <li>
          Payments: amount, time, status and the payment provider’s reference. For saved cards: the brand, the
          last four digits and the expiration date. We never store full card numbers.
        </li>
        <li>Orders from the stores that you connect: recipient, items, notes and amounts.</li>
        <li>
          A log of sign-ins and of what you and our staff do in your account, with the time and IP address.
        </li>
      </ul>
    ),
  },
  {
    id: 'purpose',
    title: 'How we use it',
    body: (
      <p>
        To create the labels you buy, process payments and refunds, answer your questions, keep the records
        required by law and protect accounts from misuse. We do not sell your data, build profiles or show
        ads.
      </p>
    ),
  },
  {
    id: 'shared',
    title: 'Who we share it with',
    body: (
      <>
        <p>
          The carriers and, depending on how this site is set up, a label provider receive the addresses, the
          package details and the customs details of your shipments. The payment provider receives what you
          enter in the card form, and what the payment is for. The stores that you connect receive tracking
          numbers.
        </p>
        <p>
          Depending on how this site is set up, services for address verification, address suggestions, email
          and file storage receive what they need. We share data with others only if the law requires it.
        </p>
      </>
    ),
  },
  {
    id: 'recipients',
    title: 'The people you ship to',
    body: (
      <p>
        You give us their names and addresses so that we can ship to them. We use them only for that shipment,
        its history and your list of saved addresses.
      </p>
    ),
  },
  {
    id: 'storage',
    title: 'Storage in your browser',
    body: (
      <p>
        When you sign in to a store to connect it, we set one cookie that lasts 15 minutes. Your browser
        stores your session, your unfinished work and your settings for this browser: theme, paper size,
        shortcuts and notifications. Your session ends when you close the tab, or after 12 hours at most. With
        “Remember me” it lasts 30 days. Logging out deletes it immediately.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'How it is protected',
    body: (
      <p>
        Connections over HTTPS are encrypted. Passwords and session tokens are stored only as hashes. Access
        by administrators is recorded in an audit log.
      </p>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    body: (
      <p>
        We keep account data until the account is deleted. We keep purchase records as long as tax and
        commercial law require; after an account is deleted, they no longer identify you.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <p>
        In your profile you can view and correct your data, download a copy of everything we store about you,
        and delete your account. Deleting it permanently erases your name, email, phone number, addresses and
        sessions. Depending on where you live, you may also object to certain uses or file a complaint with a
        data protection authority.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: (
      <p>
        When we change this policy, we update the date above. If the change affects you, we will also notify
        you by email.
      </p>
    ),
  },
  { id: 'contact', title: 'Contact', body: <ContactLines /> },
];

export function PrivacyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      effective={{ date: '2026-11-17', text: 'November 17, 2026' }}
      intro={<p>What data we collect, why, how long we keep it, and what your choices are.</p>}
      sections={SECTIONS}
      sibling={{ href: PAGES.terms, text: 'Terms of Service' }}
    />
  );
}
