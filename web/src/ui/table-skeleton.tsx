import { DataTable } from './data-table.tsx';
import { Skeleton } from './skeleton.tsx';

/** The headers are known before the data, so only the rows are drawn as skeletons. */
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
