import {
  MAX_VIEW_NAME,
  type OrderViewBody,
  OrderViewBodySchema,
  type SavedView,
} from '@lading/contract/orders/order-views.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { hasFilters, NO_FILTERS, type OrdersView } from './orders-view.ts';
import { queryOf } from './use-orders.ts';
import { useSavedViews } from './use-saved-views.ts';

const filtersOf = ({ filters }: SavedView) => ({
  ...NO_FILTERS,
  view: filters.view,
  search: filters.search ?? '',
  source: filters.source ?? '',
  country: filters.country ?? '',
  tag: filters.tag ?? '',
});

const isShown = (saved: SavedView, view: OrdersView) =>
  Object.entries(filtersOf(saved)).every(([key, value]) => view[key as keyof OrdersView] === value);

interface SavedViewsProps {
  view: OrdersView;
  onChange: (part: Partial<OrdersView>) => void;
}

export function SavedViews({ view, onChange }: SavedViewsProps) {
  const { views, save, remove } = useSavedViews();
  const [open, setOpen] = useState<'save' | SavedView | null>(null);
  const canSave = hasFilters(view) && !views.some((saved) => isShown(saved, view));
  if (views.length === 0 && !canSave) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {views.length > 0 && (
        <ul aria-label={COPY.savedViews} className="flex flex-wrap gap-2">
          {views.map((saved) => (
            <ViewChip
              key={saved.id}
              saved={saved}
              isCurrent={isShown(saved, view)}
              onUse={() => onChange({ ...filtersOf(saved), page: 1 })}
              onDelete={() => setOpen(saved)}
            />
          ))}
        </ul>
      )}
      {canSave && (
        <Button variant="ghost" size="sm" onClick={() => setOpen('save')}>
          {COPY.saveView}
        </Button>
      )}
      {open === 'save' && <SaveDialog view={view} save={save} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'save' && (
        <ConfirmDialog
          title={COPY.deleteView}
          confirmLabel="Delete"
          destructive
          who={open.name}
          act={() => remove(open.id)}
          done={COPY.viewDeleted}
          onClose={() => setOpen(null)}
        >
          {COPY.deleteViewHint}
        </ConfirmDialog>
      )}
    </div>
  );
}

interface ViewChipProps {
  saved: SavedView;
  isCurrent: boolean;
  onUse: () => void;
  onDelete: () => void;
}

function ViewChip({ saved, isCurrent, onUse, onDelete }: ViewChipProps) {
  return (
    <li className="inline-flex max-w-full items-stretch rounded-control border border-line-strong bg-surface text-small font-medium has-aria-pressed:border-control has-aria-pressed:bg-primary-soft has-aria-pressed:text-on-primary-soft">
      <button
        type="button"
        aria-pressed={isCurrent || undefined}
        onClick={onUse}
        className="min-h-11 min-w-0 rounded-l-control px-2.5 text-left wrap-anywhere hover:underline md:min-h-8"
      >
        {saved.name}
      </button>
      <button
        type="button"
        aria-label={COPY.deleteNamedView(saved.name)}
        title={COPY.deleteNamedView(saved.name)}
        onClick={onDelete}
        className="inline-flex w-11 shrink-0 items-center justify-center rounded-r-control md:w-8"
      >
        <Icon of={X} className="size-4" />
      </button>
    </li>
  );
}

interface SaveDialogProps {
  view: OrdersView;
  save: (body: OrderViewBody) => Promise<void>;
  onClose: () => void;
}

function SaveDialog({ view, save, onClose }: SaveDialogProps) {
  const [name, setName] = useState('');
  return (
    <FormDialog<OrderViewBody>
      title={COPY.saveView}
      submitLabel="Save"
      onClose={onClose}
      check={() => checkBody(OrderViewBodySchema, { name, filters: queryOf(view) })}
      send={async (body) => {
        await save(body);
        toast.success(COPY.viewSaved);
      }}
      explain={reasonOf}
    >
      {({ errors }) => (
        <TextField
          label="Name"
          name="name"
          required
          maxLength={MAX_VIEW_NAME}
          autoComplete="off"
          hint={COPY.saveViewHint}
          value={name}
          error={errors.name}
          onChange={setName}
        />
      )}
    </FormDialog>
  );
}
