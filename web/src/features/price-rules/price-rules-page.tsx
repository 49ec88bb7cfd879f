import { LABELS } from '@lading/contract/messages.ts';
import type { PriceRulesAnswer, PriceVersion } from '@lading/contract/pricing/price-lists.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/may.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { OperatorMoment, ZoneNote } from '../../ui/operator-moment.tsx';
import { reportError } from '../../ui/report-error.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleBar } from '../../ui/stale-bar.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { COPY } from './copy.ts';
import { DraftSection } from './draft-section.tsx';
import { type Edited, EditedRule } from './edited-rule.tsx';
import { GroupsSection } from './groups-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { namesOf } from './rule-text.ts';
import { RulesTable } from './rules-table.tsx';
import { type PriceCalls, usePriceCalls, usePriceRules } from './use-price-rules.ts';
import { VersionDialog, VersionsSection } from './versions-section.tsx';

export function PriceRulesPage() {
  const query = usePriceRules();
  const waiting = useDelayedFlag(query.isPending);
  const { data } = query;
  return (
    <>
      <h1 className="text-h1">{COPY.title}</h1>
      <p className="mt-1 max-w-prose text-text-2">
        {COPY.intro} <ZoneNote />{' '}
        <Link to={PAGES.adminPricing} className="link">
          {LABELS.globalCommissionSettings}
        </Link>
      </p>
      <div className="mt-6 grid gap-10">
        {query.isError &&
          (data ? (
            <StaleBar since={query.dataUpdatedAt} onRetry={() => void query.refetch()} />
          ) : (
            <ErrorPanel
              message={COPY.loadFailed}
              reason={reasonOf(query.error)}
              onRetry={() => void query.refetch()}
            />
          ))}
        {data ? <Lists known={data} /> : waiting && !query.isError && <Skeleton className="h-64 w-full" />}
      </div>
    </>
  );
}

type Layer =
  | { kind: 'publish' | 'discard'; revision: string }
  | { kind: 'show' | 'again'; version: PriceVersion };

function Lists({ known }: { known: PriceRulesAnswer }) {
  const mayChange = useMay('pricing.write');
  const calls = usePriceCalls();
  const [layer, setLayer] = useState<Layer | null>(null);
  const [edited, setEdited] = useState<Edited | null>(null);
  const { draft, versions, groups } = known;
  return (
    <>
      {draft && (
        <DraftSection
          draft={draft}
          known={known}
          calls={calls}
          mayChange={mayChange}
          onEdit={setEdited}
          onPublish={() => setLayer({ kind: 'publish', revision: draft.revision })}
          onDiscard={() => setLayer({ kind: 'discard', revision: draft.revision })}
        />
      )}
      {draft && <PreviewSection revision={draft.revision} />}
      <InEffect known={known} mayStart={mayChange && !draft} calls={calls} />
      {!mayChange && <p className="text-text-2">{COPY.notYourRole}</p>}
      <GroupsSection groups={groups} mayChange={mayChange} calls={calls} />
      <VersionsSection
        versions={versions}
        mayChange={mayChange}
        onShow={(version) => setLayer({ kind: 'show', version })}
        onPublish={(version) => setLayer({ kind: 'again', version })}
      />
      {edited && <EditedRule edited={edited} known={known} calls={calls} onClose={() => setEdited(null)} />}
      {layer && <Layers layer={layer} known={known} calls={calls} onClose={() => setLayer(null)} />}
    </>
  );
}

interface InEffectProps {
  known: PriceRulesAnswer;
  mayStart: boolean;
  calls: PriceCalls;
}

function InEffect({ known, mayStart, calls }: InEffectProps) {
  const { active } = known;
  const { pending, run } = usePending();
  const start = () =>
    run(async () => {
      try {
        await calls.saveDraft(null, active?.rules ?? []);
      } catch (error) {
        reportError(error);
      }
    });
  return (
    <section aria-labelledby="in-force" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="in-force" className="text-h2">
            {COPY.inEffect}
          </h2>
          <p className="text-text-2">
            {active ? (
              <>
                {COPY.inEffectSince(active.version.number)}{' '}
                <OperatorMoment iso={active.version.effectiveFrom} />
              </>
            ) : (
              COPY.noVersion
            )}
          </p>
        </div>
        {mayStart && (
          <Button loading={pending} onClick={() => void start()}>
            {COPY.startDraft}
          </Button>
        )}
      </div>
      <RulesTable
        caption={COPY.inEffect}
        rules={active?.rules ?? []}
        names={namesOf(known)}
        commission={known.commission}
      />
    </section>
  );
}

interface LayersProps {
  layer: Layer;
  known: PriceRulesAnswer;
  calls: PriceCalls;
  onClose: () => void;
}

function Layers({ layer, known, calls, onClose }: LayersProps) {
  switch (layer.kind) {
    case 'publish':
      return (
        <PublishDialog
          title={COPY.publishTitle}
          versions={known.versions}
          publish={(body) => calls.publish(layer.revision, body)}
          onClose={onClose}
        />
      );
    case 'again':
      return (
        <PublishDialog
          title={COPY.publishAgainTitle(layer.version.number)}
          versions={known.versions}
          publish={(body) => calls.publishAgain(layer.version.number, body)}
          onClose={onClose}
        />
      );
    case 'show':
      return <VersionDialog number={layer.version.number} known={known} onClose={onClose} />;
    case 'discard':
      return (
        <ConfirmDialog
          title={COPY.discardTitle}
          confirmLabel={COPY.discard}
          destructive
          who={null}
          act={() => calls.discard(layer.revision)}
          done={COPY.discarded}
          onClose={onClose}
        >
          {COPY.discardText}
        </ConfirmDialog>
      );
  }
}
