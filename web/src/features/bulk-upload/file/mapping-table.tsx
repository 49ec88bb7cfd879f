import { columnTitle } from '@lading/contract/bulk/column-names.ts';
import { BULK_COLUMNS, type BulkColumn, isRequiredColumn } from '@lading/contract/bulk/columns.ts';
import { ChevronRight, Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Missing } from '../../../ui/missing.tsx';
import { Select } from '../../../ui/select.tsx';
import type { ColumnMap } from './match-columns.ts';

interface MappingTableProps {
  header: readonly string[];
  samples: readonly (readonly string[])[];
  columns: ColumnMap;
  /** Columns matched by guess and not yet confirmed. */
  guessed: ReadonlySet<BulkColumn>;
  onChange: (column: BulkColumn, places: readonly number[]) => void;
}

const isSender = (column: BulkColumn) => column.startsWith('sender_');
/** Few files include the sender, so the recipient comes first. */
const RECIPIENT_FIRST = [
  ...BULK_COLUMNS.filter((column) => !isSender(column)),
  ...BULK_COLUMNS.filter(isSender),
];
const REQUIRED = RECIPIENT_FIRST.filter((column) => isRequiredColumn(column) && !isSender(column));
const SENDER = BULK_COLUMNS.filter((column) => isRequiredColumn(column) && isSender(column));
const OPTIONAL = RECIPIENT_FIRST.filter((column) => !isRequiredColumn(column));

const MAY_JOIN = /_(?:fullname|address)$/;

export const headerName = (header: readonly string[], place: number): string =>
  header[place] || `Column ${place + 1}`;

/** Lists each of our columns with the file column that fills it. */
export function MappingTable(props: MappingTableProps) {
  const anyMapped = (columns: readonly BulkColumn[]) =>
    columns.some((column) => props.columns[column]?.length);
  return (
    <div className="grid gap-4">
      <div>
        <h3 className="mb-3 text-h3">Required columns</h3>
        <MappingRows {...props} names={REQUIRED} />
      </div>
      <More title="Sender" count={SENDER.length} open={anyMapped(SENDER)}>
        <MappingRows {...props} names={SENDER} />
      </More>
      <More title="Optional columns" count={OPTIONAL.length} open={anyMapped(OPTIONAL)}>
        <MappingRows {...props} names={OPTIONAL} />
      </More>
    </div>
  );
}

interface MoreProps {
  title: string;
  count: number;
  /** The initial state. */
  open: boolean;
  children: ReactNode;
}

function More({ title, count, open, children }: MoreProps) {
  const [isFirstOpen] = useState(open);
  return (
    <details className="group" open={isFirstOpen}>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1.5 text-strong md:min-h-9">
        <Icon of={ChevronRight} className="size-4 transition-transform duration-140 group-open:rotate-90" />
        {title}
        <span className="num font-normal text-text-2">{count}</span>
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}

function MappingRows({ names, ...props }: MappingTableProps & { names: readonly BulkColumn[] }) {
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {names.map((column) => (
        <MappingRow key={column} {...props} column={column} />
      ))}
    </ul>
  );
}

function MappingRow({
  column,
  header,
  samples,
  columns,
  guessed,
  onChange,
}: MappingTableProps & { column: BulkColumn }) {
  const places = columns[column] ?? [];
  const options = [
    { value: '', label: 'Not in the file' },
    ...header.map((_, place) => ({ value: String(place), label: headerName(header, place) })),
  ];
  const title = columnTitle(column);
  const choose = (index: number, value: string) => {
    const others = places.filter((_, at) => at !== index);
    onChange(column, value === '' ? others : places.with(index, Number(value)));
  };
  const [first] = places;
  return (
    <li className="grid gap-x-6 gap-y-2 p-4 md:grid-cols-[14rem_minmax(0,1fr)_minmax(0,1fr)] md:items-start md:py-3">
      <div className="flex flex-wrap items-center gap-x-2 md:min-h-9">
        <span className="text-strong">{title}</span>
        {places.length > 0 && guessed.has(column) && (
          <span className="rounded-badge bg-info-bg px-1.5 py-0.5 text-small text-info-fg">Guessed</span>
        )}
        {places.length === 0 && isRequiredColumn(column) && !isSender(column) && (
          <span className="rounded-badge bg-warn-bg px-1.5 py-0.5 text-small text-warn-fg">Not matched</span>
        )}
      </div>
      <div className="grid gap-2">
        {(places.length > 0 ? places : [-1]).map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the second column stays second, whatever is chosen there.
          <div key={index} className="flex gap-1">
            <Select
              label={index === 0 ? `Column for ${title}` : `Second column for ${title}`}
              hideLabel
              className="min-w-0 flex-1"
              value={place < 0 ? '' : String(place)}
              options={index === 0 ? options : options.slice(1)}
              onChange={(value) => (place < 0 ? onChange(column, [Number(value)]) : choose(index, value))}
            />
            {index > 0 && (
              <IconButton label={`Remove ${headerName(header, place)}`} onClick={() => choose(index, '')}>
                <Icon of={X} />
              </IconButton>
            )}
          </div>
        ))}
        {first !== undefined && places.length === 1 && MAY_JOIN.test(column) && (
          <Button
            variant="ghost"
            size="sm"
            className="w-fit"
            onClick={() => onChange(column, [first, (first + 1) % header.length])}
          >
            <Icon of={Plus} className="size-4" />
            Add a second column
          </Button>
        )}
      </div>
      <p className="min-w-0 text-small text-text-2 [overflow-wrap:anywhere] md:flex md:min-h-9 md:items-center">
        {places.length > 0 ? sampleText(samples, places) || <Missing /> : null}
      </p>
    </li>
  );
}

/** Sample values, joined like the cells of the rows. */
function sampleText(samples: readonly (readonly string[])[], places: readonly number[]): string {
  const lists = places.map((place) => samples[place] ?? []);
  const count = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: count }, (_, index) =>
    lists
      .map((list) => list[index] ?? '')
      .join(' ')
      .trim(),
  ).join(' · ');
}
