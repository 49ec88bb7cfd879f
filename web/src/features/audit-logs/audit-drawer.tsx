import { type AuditLog, auditEventTitle } from '@lading/contract/audit.ts';
import { AUDIT_LOGS } from '@lading/contract/messages.ts';
import { useState } from 'react';
import { formatExactTime } from '../../lib/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DetailPart, Fact, Facts } from '../../ui/details.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Missing } from '../../ui/missing.tsx';
import { AuditStatusBadge } from './audit-status-badge.tsx';
import { COPY } from './copy.ts';
import { factsOf } from './detail-facts.ts';

interface AuditDrawerProps {
  open: boolean;
  /** Undefined if newer entries have pushed it to another page. */
  log: AuditLog | undefined;
  onClose: () => void;
}

export function AuditDrawer({ open, log, onClose }: AuditDrawerProps) {
  // Keeps the content during the closing animation.
  const [shown, setShown] = useState(log);
  if (open && log !== shown) setShown(log);
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={shown ? auditEventTitle(shown.eventType) : 'Audit entry'}
      side="right"
    >
      {shown ? (
        <Entry log={shown} />
      ) : (
        <p className="rule-heavy pt-4 text-lead text-text-2">{COPY.notOnThisPage}</p>
      )}
    </Drawer>
  );
}

function Entry({ log }: { log: AuditLog }) {
  const { raw } = log.details;
  return (
    <div className="rule-heavy grid gap-6 pt-4">
      <AuditStatusBadge status={log.status} />
      <DetailPart title="Entry">
        <Facts>
          <Fact name={AUDIT_LOGS.columns.timestamp}>
            <time dateTime={log.timestamp}>{formatExactTime(log.timestamp) ?? <Missing />}</time>
            <span className="code block text-small text-text-2">{log.timestamp}</span>
          </Fact>
          <Fact name={AUDIT_LOGS.columns.eventType}>
            <span className="code">{log.eventType}</span>
          </Fact>
          <Fact name={AUDIT_LOGS.columns.user}>{log.userName ?? <Missing />}</Fact>
          <Fact name="Email">{log.userEmail ?? <Missing />}</Fact>
          <Fact name="Role">{log.userRole ?? <Missing />}</Fact>
          <Fact name={AUDIT_LOGS.columns.ipAddress}>
            {log.ipAddress ? <span className="code">{log.ipAddress}</span> : <Missing />}
          </Fact>
          <Fact name="Entry ID">
            <span className="code">{log.logId}</span>
          </Fact>
        </Facts>
      </DetailPart>
      <DetailPart title={AUDIT_LOGS.columns.details}>
        {raw && Object.keys(raw).length > 0 ? <Details raw={raw} /> : <p>{AUDIT_LOGS.noDetails}</p>}
      </DetailPart>
    </div>
  );
}

function Details({ raw }: { raw: Record<string, unknown> }) {
  const json = JSON.stringify(raw, null, 2);
  return (
    <>
      <Facts>
        {factsOf(raw).map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value === '' ? <Missing /> : value}
          </Fact>
        ))}
      </Facts>
      <div className="mt-2 grid justify-items-start gap-3">
        <pre className="code w-full rounded-control bg-surface-2 p-3 wrap-anywhere whitespace-pre-wrap">
          {json}
        </pre>
        <CopyButton text={json} what="JSON" />
      </div>
    </>
  );
}
