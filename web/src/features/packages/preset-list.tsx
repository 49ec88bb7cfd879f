import type { PackagePreset } from '@lading/contract/orders/packages.ts';
import { sizeText } from '../../lib/packages.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Missing } from '../../ui/missing.tsx';
import { COPY } from './copy.ts';

const COLUMNS: readonly DataColumn<PackagePreset>[] = [
  { key: 'name', header: 'Name', primary: true, cell: ({ name }) => name },
  {
    key: 'size',
    header: 'Size',
    cell: (preset) => <span className="num whitespace-nowrap">{sizeText(preset)}</span>,
  },
  {
    key: 'limit',
    header: 'Weight limit',
    cell: ({ maxWeightLb }) =>
      maxWeightLb === null ? <Missing /> : <span className="num">{maxWeightLb} lb</span>,
  },
  {
    key: 'note',
    header: 'Note',
    cell: ({ description }) => <span className="text-small text-text-2">{description}</span>,
  },
];

/** The carriers' packages, by carrier. */
export function PresetList({ presets }: { presets: readonly PackagePreset[] }) {
  return (
    <div className="grid gap-2">
      {[...Map.groupBy(presets, ({ carrier }) => carrier)].map(([carrier, members]) => (
        <Disclosure key={carrier} title={carrier} summary={COPY.count(members.length)}>
          <DataTable
            caption={`${COPY.presets}: ${carrier}`}
            columns={COLUMNS}
            rows={members}
            rowKey={({ id }) => id}
            dense
          />
        </Disclosure>
      ))}
    </div>
  );
}
