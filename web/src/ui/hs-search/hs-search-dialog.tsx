import { formatHs } from '@lading/contract/customs/hs-code.ts';
import { counted } from '@lading/contract/format-count.ts';
import { type HsMatch, HsSearchAnswerSchema } from '@lading/contract/products.ts';
import { API } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { reasonOf } from '../../lib/api-error.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { SearchField } from '../search-field.tsx';
import { COPY } from './copy.ts';
import { groupMatches } from './group-matches.ts';

const MIN_LETTERS = 2;
const MAX_SEARCH = 100;

export interface HsSearchDialogProps {
  open: boolean;
  /** The initial search terms. */
  words: string;
  /** Opens above another dialog. */
  onTop?: boolean;
  onClose: () => void;
  /** Six digits. Called only when the user chooses. */
  onPick: (code: string) => void;
}

export function HsSearchDialog({ open, words, onTop = false, onClose, onPick }: HsSearchDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={COPY.title}
      description={COPY.description}
      size="lg"
      onTop={onTop}
    >
      <Search words={words} onPick={onPick} />
    </Dialog>
  );
}

function Search({ words, onPick }: Pick<HsSearchDialogProps, 'words' | 'onPick'>) {
  const [text, setText] = useState(words);
  const search = useSettled(text.trim().slice(0, MAX_SEARCH));
  const enabled = search.length >= MIN_LETTERS;
  const query = useQuery({
    queryKey: ['hs-search', search],
    queryFn: ({ signal }) => apiRequest(HsSearchAnswerSchema, API.hsSearch, { query: { search }, signal }),
    select: ({ matches }) => matches,
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const matches = enabled ? query.data : undefined;
  return (
    <div className="grid gap-4">
      <SearchField label={COPY.label} name="hsSearch" value={text} onChange={setText} />
      {enabled && query.isError ? (
        <ErrorPanel
          message={COPY.failed}
          reason={reasonOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div className="h-[min(24rem,50dvh)] overflow-y-auto overscroll-contain">
          <p role="status" className="text-small text-text-2">
            {statusOf(enabled, matches)}
          </p>
          {matches && <Matches matches={matches} onPick={onPick} />}
        </div>
      )}
    </div>
  );
}

function statusOf(enabled: boolean, matches: readonly HsMatch[] | undefined): string {
  if (!enabled) return COPY.start;
  if (!matches) return COPY.searching;
  return matches.length === 0 ? COPY.none : counted(matches.length, 'code');
}

function Matches({ matches, onPick }: { matches: readonly HsMatch[]; onPick: (code: string) => void }) {
  return groupMatches(matches).map(({ chapter, text, headings }) => (
    <section key={chapter} aria-label={`Chapter ${chapter}: ${text}`} className="mt-4">
      <h3 className="text-small font-semibold">
        Chapter {chapter} · {text}
      </h3>
      {headings.map((heading) => (
        <div key={heading.heading} className="mt-2 border-l-2 border-line pl-3">
          <h4 className="text-small text-text-2">
            <span className="num">{heading.heading}</span> {heading.text}
          </h4>
          <ul>
            {heading.matches.map((match) => (
              <li key={match.code}>
                <button
                  type="button"
                  onClick={() => onPick(match.code)}
                  className="-ml-2 flex min-h-11 w-full items-baseline gap-3 rounded-badge px-2 py-1.5 text-left hover:bg-surface-3 focus-visible:-outline-offset-2 md:min-h-8"
                >
                  <span className="num shrink-0 text-strong">{formatHs(match.code)}</span>
                  <span className="min-w-0 wrap-anywhere">{match.text}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  ));
}
