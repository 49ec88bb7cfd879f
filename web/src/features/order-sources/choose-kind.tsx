import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { Dialog } from '../../ui/dialog.tsx';
import { COPY, KIND_HINTS, KIND_NAMES } from './copy.ts';
import type { StoreKind } from './store-kinds.ts';

interface ChooseKindProps {
  kinds: readonly StoreKind[];
  onChoose: (kind: StoreKind) => void;
  onClose: () => void;
}

const OPTION =
  'grid min-h-11 w-full gap-0.5 rounded-control border border-control bg-surface px-4 py-3 text-left hover:bg-surface-2';

export function ChooseKind({ kinds, onChoose, onClose }: ChooseKindProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={COPY.choose} size="md">
      <ul className="grid gap-2">
        {kinds.map((kind) => (
          <li key={kind}>
            <button type="button" onClick={() => onChoose(kind)} className={OPTION}>
              <span className="text-strong">{KIND_NAMES[kind]}</span>
              <span className="text-small text-text-2">{KIND_HINTS[kind]}</span>
            </button>
          </li>
        ))}
        <li>
          <Link to={PAGES.security} className={OPTION}>
            <span className="text-strong">{KIND_NAMES.api}</span>
            <span className="text-small text-text-2">{COPY.apiHint}</span>
          </Link>
        </li>
      </ul>
    </Dialog>
  );
}
