import type { AuditLog } from '@lading/contract/audit.ts';
import { PAGES, path } from '@lading/contract/routes.ts';
import { Link } from 'react-router';

export type Subject = NonNullable<AuditLog['subjects']>[number];

/** Null for staff, who have no page of their own. */
function linkOf({ key, id }: Subject): string | null {
  if (key === 'clientId') return path(PAGES.adminClient, { id });
  return key === 'shipmentId' ? `${PAGES.adminShipments}?shipment=${encodeURIComponent(id)}` : null;
}

export function SubjectLink({ subject }: { subject: Subject }) {
  const to = linkOf(subject);
  if (to === null) return <span className="wrap-anywhere">{subject.name}</span>;
  return (
    <Link to={to} className="link wrap-anywhere">
      {subject.name}
    </Link>
  );
}

/** The accounts and shipments that an entry is about. */
export function SubjectLinks({ subjects }: { subjects: readonly Subject[] }) {
  if (subjects.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-3">
      {subjects.map((subject) => (
        <SubjectLink key={subject.key} subject={subject} />
      ))}
    </span>
  );
}
