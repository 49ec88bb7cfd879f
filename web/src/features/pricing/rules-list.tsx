import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useId } from 'react';
import { Link } from 'react-router';

export function RulesList() {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-h3">
        Commission rules
      </h2>
      <ul className="mt-3 list-disc space-y-1.5 pl-5 text-text-2 marker:text-text-3">
        <li>Global settings apply to all clients by default.</li>
        <li>
          Per-client rates are set in{' '}
          <Link to={PAGES.adminClients} className="link">
            {LABELS.clientManagement}
          </Link>
          .
        </li>
        <li>Global changes do not affect clients with custom rates.</li>
        <li>Commission is based on total shipping cost.</li>
        <li>Percentage is a share of shipping cost.</li>
        <li>Flat is a fixed amount per shipment.</li>
      </ul>
    </section>
  );
}
