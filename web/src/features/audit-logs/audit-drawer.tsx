import { type AuditLog, auditEventTitle } from '@lading/contract/audit.ts';
import { AUDIT_LOGS } from '@lading/contract/messages.ts';
import { useState } from 'react';
import { useOperatorTime } from '../../lib/use-operator-time.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DetailPart, Fact, Facts } from '../../ui/details.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Missing } from '../../ui/missing.tsx';
import { AuditOutcome, AuditStatusBadge } from './audit-status-badge.tsx';
import { COPY } from './copy.ts';
import { factsOf, isObject } from './detail-facts.ts';
import { type Subject, SubjectLink } from './subject-links.tsx';

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
  const time = useOperatorTime();
  return (
    <div className="rule-heavy grid gap-6 pt-4">
      <div>
        <AuditStatusBadge status={log.status} />
        <AuditOutcome outcome={log.outcome} />
        {log.status === 'pending' && <p className="mt-2 text-small text-text-2">{COPY.pendingNote}</p>}
      </div>
      <DetailPart title="Entry">
        <Facts>
          <Fact name={AUDIT_LOGS.columns.timestamp}>
            <time dateTime={log.timestamp}>{time.exact(log.timestamp) ?? <Missing />}</time>
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
        <DetailsOrReason raw={raw} subjects={log.subjects ?? []} />
      </DetailPart>
    </div>
  );
}

function DetailsOrReason({ raw, subjects }: { raw: unknown; subjects: readonly Subject[] }) {
  if (raw === null || raw === undefined) return <p>{AUDIT_LOGS.noDetails}</p>;
  if (!isObject(raw)) return <p>{AUDIT_LOGS.invalidDetails}</p>;
  if (Object.keys(raw).length === 0) return <p>{AUDIT_LOGS.noDetails}</p>;
  return <Details raw={raw} subjects={subjects} />;
}

interface DetailsProps {
  raw: Record<string, unknown>;
  subjects: readonly Subject[];
}

function Details({ raw, subjects }: DetailsProps) {
  const json = JSON.stringify(raw, null, 2);
  return (
    <>
      <Facts>
        {factsOf(raw).map(({ name, value }) => (
          <Fact key={name} name={name}>
            <DetailValue value={value} subjects={subjects} />
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

/** A name with a link instead of an id. */
function DetailValue({ value, subjects }: { value: string; subjects: readonly Subject[] }) {
  const subject = subjects.find(({ id }) => id === value);
  if (subject) return <SubjectLink subject={subject} />;
  return value === '' ? <Missing /> : value;
}
