import { IncidentsAnswerSchema } from '@lading/contract/incidents.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { apiRequest } from '../../lib/api-client.ts';
import { Icon } from '../../ui/icon.tsx';
import { COPY } from './copy.ts';

/** Hidden if there are no incidents or if the call fails. */
export function OpenIncidents() {
  const { data: answer } = useQuery({
    queryKey: ['open-incidents'],
    queryFn: ({ signal }) => apiRequest(IncidentsAnswerSchema, API.adminIncidents, { area: 'admin', signal }),
  });
  if (!answer || answer.data.total === 0) return null;
  const { total } = answer.data;
  return (
    <section
      aria-labelledby="open-incidents"
      className="mt-6 flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-card border border-line border-l-2 border-l-warn-fg bg-warn-bg px-5 py-2 text-warn-fg"
    >
      <Icon of={TriangleAlert} className="size-5 shrink-0" />
      <h2 id="open-incidents" className="text-strong min-w-0">
        {COPY.openIncidents(total)}
      </h2>
      <Link
        to={PAGES.adminIncidents}
        className="ml-auto inline-flex min-h-11 items-center font-semibold text-current underline underline-offset-2 md:min-h-8"
      >
        {COPY.viewIncidents}
      </Link>
    </section>
  );
}
