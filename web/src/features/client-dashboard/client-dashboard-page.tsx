import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useShortcuts, useShortcutsEnabled } from '../../lib/shortcuts.ts';
import { Icon } from '../../ui/icon.tsx';
import { Keys } from '../../ui/keys.tsx';
import { BulkDrawing, HistoryDrawing, LabelDrawing } from './drawings.tsx';
import { UnfinishedUpload } from './unfinished-upload.tsx';

interface Action {
  to: string;
  title: string;
  line: string;
  drawing: ReactNode;
  keys: string;
}

const ACTIONS: readonly Action[] = [
  {
    to: PAGES.createLabel,
    title: LABELS.createShippingLabel,
    line: 'One package, five quick steps, ready to print.',
    drawing: <LabelDrawing />,
    keys: 'n',
  },
  {
    to: PAGES.bulkUpload,
    title: LABELS.bulkUpload,
    line: 'Upload a CSV file and get a label for every row.',
    drawing: <BulkDrawing />,
    keys: 'b',
  },
  {
    to: PAGES.shippingHistory,
    title: LABELS.shippingHistory,
    line: 'Track your shipments and reprint labels.',
    drawing: <HistoryDrawing />,
    keys: 'g h',
  },
];

export function ClientDashboardPage() {
  const navigate = useNavigate();
  useShortcuts([
    { keys: 'n', label: LABELS.createShippingLabel, run: () => void navigate(PAGES.createLabel) },
    { keys: 'b', label: LABELS.bulkUpload, run: () => void navigate(PAGES.bulkUpload) },
  ]);
  const shortcutsEnabled = useShortcutsEnabled();
  return (
    <>
      <h1 className="text-h1">{LABELS.dashboard}</h1>
      <ul className="mt-6 grid gap-4 lg:grid-cols-3 lg:gap-6">
        {ACTIONS.map((action) => (
          <li key={action.to} className="grid">
            <ActionCard action={action} showKeys={shortcutsEnabled} />
          </li>
        ))}
      </ul>
      <UnfinishedUpload />
    </>
  );
}

/** The keys are decorative; the shortcut sheet lists them for screen readers. */
function ActionCard({ action, showKeys }: { action: Action; showKeys: boolean }) {
  return (
    <Link
      to={action.to}
      className="group flex items-start gap-5 rounded-card border border-line bg-surface p-5 text-text transition-colors duration-140 hover:border-text-2 active:bg-surface-2 lg:min-h-56 lg:flex-col lg:p-6"
    >
      <span className="flex w-auto shrink-0 items-start justify-between lg:w-full">
        {action.drawing}
        {showKeys && (
          <span aria-hidden="true" className="hidden lg:block [@media(hover:none)]:hidden">
            <Keys keys={action.keys} />
          </span>
        )}
      </span>
      <span className="min-w-0 lg:mt-auto">
        <span className="flex items-center gap-2">
          <h2 className="text-h3">{action.title}</h2>
          <Icon
            of={ArrowRight}
            className="size-5 shrink-0 text-text-3 transition-transform duration-140 group-hover:translate-x-1 group-hover:text-text"
          />
        </span>
        <span className="mt-1 block text-text-2">{action.line}</span>
      </span>
    </Link>
  );
}
