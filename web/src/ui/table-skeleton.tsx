import { DataTable } from './data-table.tsx';
import { Skeleton } from './skeleton.tsx';

/** Shows real column headers over skeleton rows. */
export function TableSkeleton(props: { caption: string; headers: readonly string[]; rows: number }) {
  return (
    <DataTable
      caption={props.caption}
      dense
      columns={props.headers.map((header) => ({
        key: header,
        header,
        cell: () => <Skeleton className="my-0.5 h-4 w-24 max-w-full" />,
      }))}
      rows={Array.from({ length: props.rows }, (_, index) => `row-${index}`)}
      rowKey={(row) => row}
    />
  );
}
