import type { PriceRulesAnswer, PriceVersion, VersionState } from '@lading/contract/pricing/price-lists.ts';
import { CircleCheck, CircleSlash, Clock, History, type LucideIcon } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Missing } from '../../ui/missing.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';
import { COPY, STATE_NAMES } from './copy.ts';
import { namesOf } from './rule-text.ts';
import { RulesTable } from './rules-table.tsx';
import { usePriceVersion } from './use-price-rules.ts';

const LOOKS: Record<VersionState, { tone: StatusTone; icon: LucideIcon }> = {
  active: { tone: 'ok', icon: CircleCheck },
  scheduled: { tone: 'info', icon: Clock },
  replaced: { tone: 'neutral', icon: History },
  skipped: { tone: 'neutral', icon: CircleSlash },
};

const columns = COPY.versionColumns;

interface VersionsSectionProps {
  versions: readonly PriceVersion[];
  mayChange: boolean;
  onShow: (version: PriceVersion) => void;
  onPublish: (version: PriceVersion) => void;
}

export function VersionsSection({ versions, mayChange, onShow, onPublish }: VersionsSectionProps) {
  const cells: readonly DataColumn<PriceVersion>[] = [
    {
      key: 'number',
      header: columns.number,
      primary: true,
      cell: ({ number }) => <span className="num">{number}</span>,
    },
    {
      key: 'state',
      header: columns.state,
      cell: ({ state }) => <StatusBadge {...LOOKS[state]}>{STATE_NAMES[state]}</StatusBadge>,
    },
    {
      key: 'from',
      header: columns.from,
      cell: ({ effectiveFrom }) => <OperatorMoment iso={effectiveFrom} />,
    },
    {
      key: 'by',
      header: columns.by,
      cell: ({ publishedBy, note, repeats }) => (
        <span className="wrap-anywhere">
          {publishedBy ?? <Missing />}
          {(note || repeats !== null) && (
            <span className="block text-small text-text-2">
              {[note, repeats === null ? '' : COPY.repeats(repeats)].filter(Boolean).join(' · ')}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'rules',
      header: columns.rules,
      align: 'right',
      cell: ({ rules }) => <span className="num">{rules}</span>,
    },
    {
      key: 'actions',
      header: columns.actions,
      cell: (version) => (
        <div className="flex flex-wrap gap-2 md:-my-1">
          <Button variant="secondary" size="sm" onClick={() => onShow(version)}>
            {COPY.show}
            <span className="sr-only"> of version {version.number}</span>
          </Button>
          {mayChange && version.state !== 'active' && (
            <Button variant="secondary" size="sm" onClick={() => onPublish(version)}>
              {COPY.publishAgain}
              <span className="sr-only"> version {version.number}</span>
            </Button>
          )}
        </div>
      ),
    },
  ];
  return (
    <section aria-labelledby="versions" className="grid gap-4">
      <div>
        <h2 id="versions" className="text-h2">
          {COPY.versions}
        </h2>
        <p className="text-text-2">{COPY.versionsText}</p>
      </div>
      {versions.length === 0 ? (
        <p>{COPY.noVersions}</p>
      ) : (
        <DataTable
          caption={COPY.versions}
          columns={cells}
          rows={versions}
          rowKey={({ number }) => String(number)}
          dense
        />
      )}
    </section>
  );
}

interface VersionDialogProps {
  number: number;
  known: PriceRulesAnswer;
  onClose: () => void;
}

export function VersionDialog({ number, known, onClose }: VersionDialogProps) {
  const { data, isError, refetch } = usePriceVersion(number);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={COPY.versionTitle(number)}
      size="lg"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {data ? (
        <RulesTable
          caption={COPY.versionTitle(number)}
          rules={data.rules}
          names={namesOf({ ...known, clients: data.clients })}
          commission={known.commission}
        />
      ) : isError ? (
        <ErrorPanel message={COPY.versionFailed} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </Dialog>
  );
}
