import { PAGES } from '@lading/contract/routes.ts';
import { ListChecks, Package, Store, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { COPY } from './copy.ts';
import { ImportOrdersDialog } from './import-orders-dialog.tsx';

export function OrdersHeader() {
  const [isImporting, setIsImporting] = useState(false);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="max-w-prose">
        <h1 className="text-h1">{COPY.title}</h1>
        <p className="mt-1 text-text-2">{COPY.intro}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setIsImporting(true)}>
          <Icon of={Upload} className="size-4" />
          {COPY.importFile}
        </Button>
        <Link to={PAGES.orderSources} className={buttonClass({ variant: 'secondary' })}>
          <Icon of={Store} className="size-4" />
          {COPY.stores}
        </Link>
        <Link to={PAGES.orderRules} className={buttonClass({ variant: 'secondary' })}>
          <Icon of={ListChecks} className="size-4" />
          {COPY.rules}
        </Link>
        <Link to={PAGES.packages} className={buttonClass({ variant: 'secondary' })}>
          <Icon of={Package} className="size-4" />
          {COPY.packages}
        </Link>
      </div>
      {isImporting && <ImportOrdersDialog onClose={() => setIsImporting(false)} />}
    </div>
  );
}
