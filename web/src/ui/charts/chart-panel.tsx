import { ChartNoAxesColumn, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { type DataColumn, DataTable } from '../data-table.tsx';
import { Icon } from '../icon.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Panel, type PanelProps, panelPadding } from './panel.tsx';

interface Chart<T> {
  /** One sentence that describes the plot; the accessible name of the figure. */
  reading: string;
  plot: ReactNode;
  /** The plot's numbers as a table. */
  table: { columns: readonly DataColumn<T>[]; rows: readonly T[]; rowKey: (row: T) => string };
}

interface ChartPanelProps<T> extends Omit<PanelProps, 'children'> {
  /** Null while loading. */
  chart: Chart<T> | null;
  /** Shown if there is no data. */
  empty: string | null;
  /** Reserves the height of the plot. */
  skeleton: string;
  waiting: boolean;
}

/** A plot with a description and a table view. Only the switch between the views is in the tab order. */
export function ChartPanel<T>(props: ChartPanelProps<T>) {
  const { chart, empty, skeleton, waiting, aside, ...panel } = props;
  const [asTable, setAsTable] = useState(false);
  const icon = asTable ? ChartNoAxesColumn : Table2;
  return (
    <Panel
      {...panel}
      aside={
        <div className="-mr-2 flex flex-wrap items-center gap-2">
          {aside}
          {chart && empty === null && (
            <Button variant="ghost" size="sm" onClick={() => setAsTable(!asTable)}>
              <Icon of={icon} className="size-4" />
              <span>
                {asTable ? 'View as chart' : 'View as table'}
                <span className="sr-only"> ({panel.title})</span>
              </span>
            </Button>
          )}
        </div>
      }
    >
      <div className={panelPadding}>
        {!chart ? (
          <div className={skeleton}>{waiting && <Skeleton className="size-full" />}</div>
        ) : empty !== null ? (
          <p className="py-6 text-text-2">{empty}</p>
        ) : asTable ? (
          // Panels are narrow, so the columns are closer together.
          <div className="md:[&_:is(td,th)]:px-2!">
            <DataTable caption={panel.title} dense {...chart.table} />
          </div>
        ) : (
          <Figure reading={chart.reading}>{chart.plot}</Figure>
        )}
      </div>
    </Panel>
  );
}

function Figure({ reading, children }: { reading: string; children: ReactNode }) {
  const id = useId();
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id} className="num mb-4 text-text-2">
        {reading}
      </figcaption>
      {children}
    </figure>
  );
}
