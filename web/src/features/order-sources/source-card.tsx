import {
  CONNECTED_KINDS,
  type ConnectedKind,
  type OrderSourceKind,
  type OrderSourceView,
  SOURCE_SENTENCES,
  type SourceError,
  type SourceErrorCode,
} from '@lading/contract/orders/order-sources.ts';
import { CircleCheck, CircleOff, CirclePause, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { disconnectSource } from '../../lib/order-sources.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';
import { agoText, COPY, KIND_NAMES, warningText } from './copy.ts';
import { useSourceChange } from './use-source-change.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

interface ShownState {
  tone: StatusTone;
  icon: LucideIcon;
  name: string;
}

const STATES: Partial<Record<string, ShownState>> = {
  active: { tone: 'ok', icon: CircleCheck, name: 'Connected' },
  paused: { tone: 'neutral', icon: CirclePause, name: 'Paused' },
  refused: { tone: 'bad', icon: TriangleAlert, name: 'Needs to be reconnected' },
  disconnected: { tone: 'neutral', icon: CircleOff, name: 'Disconnected' },
};

/** A success clears the error. */
const FAILING: ShownState = { tone: 'warn', icon: TriangleAlert, name: 'Last check failed' };

function stateOf({ state, lastError }: OrderSourceView): ShownState {
  if (state === 'active' && lastError) return FAILING;
  return STATES[state] ?? { tone: 'neutral', icon: CircleOff, name: state };
}

const isConnected = (kind: string): kind is ConnectedKind =>
  (CONNECTED_KINDS as readonly string[]).includes(kind);

/** Marketplaces always email their buyers. */
const ALWAYS_EMAILS: readonly ConnectedKind[] = ['amazon', 'etsy', 'ebay'];

interface SourceCardProps {
  source: OrderSourceView;
  onReconnect: (kind: ConnectedKind, source: OrderSourceView) => void;
}

export function SourceCard({ source, onReconnect }: SourceCardProps) {
  const state = stateOf(source);
  const { kind } = source;
  return (
    <li className="grid content-start gap-4 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="text-h3 wrap-anywhere">{source.name}</h2>
          <p className="text-small text-text-2 wrap-anywhere">
            {KIND_NAMES[kind as OrderSourceKind] ?? kind}
            {source.address && ` · ${source.address}`}
          </p>
        </div>
        <StatusBadge tone={state.tone} icon={state.icon}>
          {state.name}
        </StatusBadge>
      </div>
      <Health source={source} />
      {source.warnings.map((warning) => (
        <InlineAlert key={warning} tone="warn">
          {warningText(kind, warning)}
        </InlineAlert>
      ))}
      {isConnected(kind) && source.state !== 'disconnected' && (
        <>
          {!ALWAYS_EMAILS.includes(kind) && <Settings source={source} />}
          <Actions source={source} onReconnect={() => onReconnect(kind, source)} />
        </>
      )}
    </li>
  );
}

function Health({ source }: { source: OrderSourceView }) {
  const { importing, lastSuccessAt, lastError, orders, reports, state, kind } = source;
  const now = Date.now();
  const isCalled = isConnected(kind) && state !== 'disconnected';
  return (
    <div className="grid gap-1">
      {importing && isCalled && <p className="num">{COPY.importing(importing.read, importing.total)}</p>}
      {state === 'paused' && <p className="text-text-2">{COPY.paused}</p>}
      {isCalled && !importing && (
        <p className="text-text-2">
          {lastSuccessAt ? COPY.lastChecked(agoText(lastSuccessAt, now)) : COPY.notCheckedYet}
          {state === 'active' && ` · ${source.hasWebhooks ? COPY.byWebhook : COPY.byPolling}`}
        </p>
      )}
      <p className="num text-text-2">{COPY.orders(orders.open, orders.total)}</p>
      {reports.waiting > 0 && <p className="num text-text-2">{COPY.waitingReports(reports.waiting)}</p>}
      {reports.refused > 0 && <p className="num text-warn-fg">{COPY.refusedReports(reports.refused)}</p>}
      {lastError && isCalled && (
        <InlineAlert tone={state === 'refused' ? 'bad' : 'warn'} announced>
          {COPY.lastError(agoText(lastError.at, now), reasonOf(lastError))}
          {lastError.code === 'unavailable' && state === 'active' && ` ${COPY.retried}`}
        </InlineAlert>
      )}
    </div>
  );
}

/** The sentences of a refused connection tell someone who is connecting a store what to do. This one was connected. */
const OWN_SENTENCES: Partial<Record<SourceErrorCode, string>> = { credentials: COPY.credentialsRefused };

/** An `unavailable` store has many reasons, and the message says what to repair. */
function reasonOf({ code, message }: SourceError): string {
  if (code === 'unavailable') return message === SOURCE_SENTENCES.unavailable ? COPY.notResponding : message;
  return OWN_SENTENCES[code as SourceErrorCode] ?? SOURCE_SENTENCES[code as SourceErrorCode] ?? message;
}

function Settings({ source }: { source: OrderSourceView }) {
  const { pending, change } = useSourceChange(source.id);
  const { notifyBuyer, completeOrder } = source.settings;
  return (
    <div>
      <Checkbox
        label={COPY.notifyBuyer}
        name={`notify-${source.id}`}
        checked={notifyBuyer}
        disabled={pending}
        onChange={(isOn) => void change({ settings: { notifyBuyer: isOn } })}
      />
      {source.kind === 'woocommerce' && (
        <Checkbox
          label={COPY.completeOrder}
          name={`complete-${source.id}`}
          checked={completeOrder}
          disabled={pending}
          onChange={(isOn) => void change({ settings: { completeOrder: isOn } })}
        />
      )}
    </div>
  );
}

function Actions({ source, onReconnect }: { source: OrderSourceView; onReconnect: () => void }) {
  const [isDisconnecting, setIsDisconnecting] = useState(false);
  const [setsUpWebhooks, setSetsUpWebhooks] = useState(false);
  const { pending, change, check, refresh } = useSourceChange(source.id);
  const isPaused = source.state === 'paused';
  return (
    <div className="flex flex-wrap gap-2">
      {source.state === 'active' && (
        <Button variant="secondary" size="sm" loading={pending} onClick={() => void check()}>
          {COPY.checkNow}
        </Button>
      )}
      {source.state !== 'refused' && (
        <Button
          variant="secondary"
          size="sm"
          loading={pending}
          onClick={() => void change({ paused: !isPaused })}
        >
          {isPaused ? COPY.resume : COPY.pause}
        </Button>
      )}
      <Button variant={source.state === 'refused' ? 'primary' : 'secondary'} size="sm" onClick={onReconnect}>
        {source.state === 'refused' ? 'Reconnect' : 'New credentials'}
      </Button>
      {source.takesWebhookSecret && (
        <Button variant="secondary" size="sm" onClick={() => setSetsUpWebhooks(true)}>
          {COPY.webhooks}
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => setIsDisconnecting(true)}>
        {COPY.disconnect}
      </Button>
      {setsUpWebhooks && <WebhookDialog source={source} onClose={() => setSetsUpWebhooks(false)} />}
      {isDisconnecting && (
        <ConfirmDialog
          title={COPY.disconnectTitle}
          confirmLabel={COPY.disconnect}
          destructive
          who={source.name}
          act={async () => {
            await disconnectSource(source.id);
            await refresh();
          }}
          done={COPY.disconnected}
          onClose={() => setIsDisconnecting(false)}
        >
          {COPY.disconnectHint}
        </ConfirmDialog>
      )}
    </div>
  );
}
