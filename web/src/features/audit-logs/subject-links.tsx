import type { AuditLog } from '@lading/contract/audit.ts';
import { PAGES, path } from '@lading/contract/routes.ts';
import { Link } from 'react-router';

export type Subject = NonNullable<AuditLog['subjects']>[number];

const linkOf = ({ key, id }: Subject) =>
  key === 'clientId'
    ? path(PAGES.adminClient, { id })
    : `${PAGES.adminShipments}?shipment=${encodeURIComponent(id)}`;

export const SubjectLink = ({ subject }: { subject: Subject }) => (
  <Link to={linkOf(subject)} className="link wrap-anywhere">
    {subject.name}
  </Link>
);

/** The clients and shipments that an entry is about. */
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
