import { DISPUTE_DAYS } from '@lading/contract/adjustments.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { ContactLines } from './contact-lines.tsx';
import { LegalDocument, type LegalSection } from './legal-document.tsx';

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'service',
    title: 'The service',
    body: (
      <p>
        Lading lets businesses compare carrier rates, buy and print shipping labels, and track shipments. The
        business that operates this site (“we”) sells you the labels. The carrier named on a label transports
        the package under its own terms.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          Use your real name and an email address you check. Keep your password private. You are responsible
          for purchases made with your account unless you reported the misuse to us first.
        </p>
        <p>
          The service is intended for businesses. You must be authorized to act for the business you ship for.
        </p>
      </>
    ),
  },
  {
    id: 'prices',
    title: 'Prices and payment',
    body: (
      <>
        <p>
          The price shown with a rate is the price you pay, except for carrier adjustments (see “Package
          details”). It includes the carrier’s charge and our commission. Rates expire after a limited time;
          after that, you need to refresh them.
        </p>
        <p>
          You pay by card or from your balance before a label is created. If we agreed on a credit limit, your
          balance may fall below zero, and you pay what you owe within the agreed time. Card numbers go to the
          payment provider and are never stored here. Savings are compared with carriers’ published retail
          rates and depend on service, size and distance.
        </p>
      </>
    ),
  },
  {
    id: 'accuracy',
    title: 'Package details',
    body: (
      <p>
        Weight, size, contents and addresses must be accurate. If a carrier measures a package differently and
        charges an adjustment, we may pass it on to you with the carrier’s reason and a processing fee, and
        deduct it from your balance. We will email you about it. You can dispute it within {DISPUTE_DAYS}{' '}
        days.
      </p>
    ),
  },
  {
    id: 'prohibited',
    title: 'Prohibited items',
    body: (
      <p>
        Do not ship anything that the law or the carrier prohibits: hazardous materials without the required
        approval, illegal or counterfeit goods, or anything under sanctions. You are responsible for your
        customs declarations.
      </p>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds',
    body: (
      <>
        <p>
          If you paid and we couldn’t create the label, we refund you automatically. In an upload, only the
          rows that fail are refunded.
        </p>
        <p>
          We may refund an unused label on request while the carrier still accepts voids, usually within 28
          days of purchase. A label that has been scanned cannot be refunded.
        </p>
      </>
    ),
  },
  {
    id: 'loss',
    title: 'Lost, late or damaged packages',
    body: (
      <p>
        Claims follow the carrier’s rules and the coverage included in the service you chose. Contact us and
        we will provide the documents you need. We do not insure packages ourselves.
      </p>
    ),
  },
  {
    id: 'suspension',
    title: 'Suspending and closing an account',
    body: (
      <p>
        You may close your account when no payment is in progress and you owe nothing. We refund any balance
        first. We may suspend an account that is misused, unpaid or a risk to others. Contact us if you have
        questions. Labels you have already bought stay valid.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Our responsibility',
    body: (
      <p>
        We cannot guarantee uninterrupted service. Where the law allows, our liability for a shipment is
        limited to what you paid us for its label. Nothing here limits liability that cannot be limited by
        law.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        If we change these terms, we will notify you by email at least 30 days in advance and update the date
        above. Labels you have already bought are subject to the terms in effect on the day of purchase.
      </p>
    ),
  },
  { id: 'contact', title: 'Contact', body: <ContactLines /> },
];

export function TermsPage() {
  return (
    <LegalDocument
      title="Terms of Service"
      effective={{ date: '2026-11-17', text: 'November 17, 2026' }}
      intro={<p>The agreement between you and the business that operates this site.</p>}
      sections={SECTIONS}
      sibling={{ href: PAGES.privacy, text: 'Privacy Policy' }}
    />
  );
}
