import { PAGES } from '@lading/contract/routes.ts';
import { ContactLines } from './contact-lines.tsx';
import { LegalDocument, type LegalSection } from './legal-document.tsx';

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'service',
    title: 'The service',
    body: (
      <p>
        Lading lets a business compare carrier rates, buy shipping labels, print them and follow the
        shipments. The business that runs this installation (“we”) sells you the labels. The carrier named on
        a label moves the parcel under its own conditions of carriage.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          Give your real name and an email address that you read. Keep your password to yourself; purchases
          made with your account are yours unless you told us beforehand that it was misused.
        </p>
        <p>The service is meant for businesses. You must be allowed to act for the one you ship for.</p>
      </>
    ),
  },
  {
    id: 'prices',
    title: 'Prices and payment',
    body: (
      <>
        <p>
          The price shown with a rate is the price you pay. It contains the carrier’s charge and our
          commission. A rate stays open for a limited time; after that you are asked to fetch it again.
        </p>
        <p>
          You pay by card before a label is made. Card details go to the card provider and are never stored
          here. Savings are compared with carriers’ published retail prices and depend on service, size and
          distance.
        </p>
      </>
    ),
  },
  {
    id: 'accuracy',
    title: 'What you tell us about a parcel',
    body: (
      <p>
        Weight, size, contents and addresses must be right. If a carrier measures something else and charges
        an adjustment, we may pass that adjustment on to you, at cost and with the carrier’s reason.
      </p>
    ),
  },
  {
    id: 'prohibited',
    title: 'What may not be shipped',
    body: (
      <p>
        Do not ship what the law or the carrier forbids: dangerous goods without the required approval,
        illegal or counterfeit goods, or anything under sanctions. You answer for customs declarations that
        you make.
      </p>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds',
    body: (
      <>
        <p>
          If you paid and no label could be made, the money goes back to your card by itself. In a bulk order
          each row is treated alone: rows that fail are refunded, the others stand.
        </p>
        <p>
          An unused label may be refunded on request as long as the carrier accepts it back, usually within 28
          days of purchase. A label that has been scanned cannot be refunded.
        </p>
      </>
    ),
  },
  {
    id: 'loss',
    title: 'Lost, late or damaged parcels',
    body: (
      <p>
        Claims follow the carrier’s rules and the cover included in the service you chose. Tell us and we will
        pass on the papers you need. We do not insure parcels ourselves.
      </p>
    ),
  },
  {
    id: 'suspension',
    title: 'Suspending and closing an account',
    body: (
      <p>
        You may close your account whenever no payment is under way. We may suspend an account that is
        misused, unpaid or a danger to others, and will say why when you sign in. Labels already bought stay
        valid.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Our responsibility',
    body: (
      <p>
        We work with care, but cannot promise that the service is never interrupted. Where the law allows it,
        our liability for a shipment is limited to what you paid us for its label. Nothing here limits
        liability that cannot be limited by law.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        If we change these terms we say so by email at least 30 days before, and the date above changes with
        them. For a label you have already bought, the terms of the day of purchase apply.
      </p>
    ),
  },
  { id: 'contact', title: 'Contact', body: <ContactLines /> },
];

export function TermsPage() {
  return (
    <LegalDocument
      title="Terms of Service"
      effective={{ date: '2025-11-01', text: 'November 1, 2025' }}
      intro={
        <p>The agreement between you and the business that operates this installation, in plain words.</p>
      }
      sections={SECTIONS}
      sibling={{ href: PAGES.privacy, text: 'Privacy Policy' }}
    />
  );
}
