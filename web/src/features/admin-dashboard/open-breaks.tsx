import { type Break, BreaksAnswerSchema } from '@lading/contract/breaks.ts';
import { API } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { formatDateTime, formatExactTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';

const SHORT_LIST = 5;

/** Only there when something is wrong. A failure of this call says nothing about the books, so it does not disturb the dashboard. */
export function OpenBreaks() {
  const { data: answer } = useQuery({
    queryKey: ['open-breaks'],
    queryFn: ({ signal }) => apiRequest(BreaksAnswerSchema, API.adminBreaks, { area: 'admin', signal }),
  });
  const [whole, setWhole] = useState(false);
  if (!answer || answer.data.total === 0) return null;
  const { breaks, total } = answer.data;
  const more = breaks.length < total ? `Show the newest ${breaks.length}` : `Show all ${total}`;
  return (
    <section
      aria-labelledby="open-breaks"
      className="mt-6 overflow-hidden rounded-card border border-line border-l-2 border-l-warn-fg bg-surface"
    >
      <div className="flex items-center gap-2.5 bg-warn-bg px-5 py-3 text-warn-fg">
        <TriangleAlert aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
        <h2 id="open-breaks" className="text-h3">
          {total === 1 ? '1 thing in the books needs a look' : `${total} things in the books need a look`}
        </h2>
      </div>
      <ul>
        {(whole ? breaks : breaks.slice(0, SHORT_LIST)).map((item) => (
          <Entry key={`${item.kind} ${item.objectId}`} item={item} />
        ))}
      </ul>
      {breaks.length > SHORT_LIST && (
        <div className="border-t border-line px-5 py-2.5">
          <Button variant="secondary" size="sm" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Show fewer' : more}
          </Button>
        </div>
      )}
    </section>
  );
}

function Entry({ item }: { item: Break }) {
  return (
    <li className="border-t border-line px-5 py-2.5 sm:flex sm:items-baseline sm:justify-between sm:gap-4">
      <div className="min-w-0">
        <p className="font-semibold">{item.title}</p>
        <p className="text-small text-text-2 wrap-anywhere">{item.detail}</p>
        <p className="num text-small text-text-3 wrap-anywhere">{item.objectId}</p>
      </div>
      <p className="num shrink-0 text-small text-text-2">
        since{' '}
        <time dateTime={item.firstSeen} title={formatExactTime(item.firstSeen) ?? undefined}>
          {formatDateTime(item.firstSeen) ?? '—'}
        </time>
      </p>
    </li>
  );
}
