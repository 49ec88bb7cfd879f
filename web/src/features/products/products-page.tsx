import { PAGE_SIZE } from '@lading/contract/constants.ts';
import type { Product } from '@lading/contract/products.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { useTypedText } from '../../lib/use-typed-text.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { NothingFound } from '../../ui/nothing-found.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { COPY } from './copy.ts';
import { ImportProductsDialog } from './import-products-dialog.tsx';
import { ProductDialog } from './product-dialog.tsx';
import { HEADERS, ProductTable } from './product-table.tsx';
import { ProductsHeader } from './products-header.tsx';
import { type ProductsView, readView, writeView } from './products-view.ts';
import { useProductChanges, useProducts } from './use-products.ts';

const NO_PRODUCTS: readonly Product[] = [];

export function ProductsPage() {
  const [parameters, setParameters] = useUrlParameters();
  const view = readView(parameters);
  const change = useCallback(
    (part: Partial<ProductsView>, replace = false) =>
      setParameters((current) => writeView({ ...readView(current), ...part }), { replace }),
    [setParameters],
  );
  const products = useProducts(view);
  const { removed, refresh, save, remove, undo } = useProductChanges();
  const [open, setOpen] = useState<Product | 'new' | 'import' | null>(null);
  const rows = products.data?.products ?? NO_PRODUCTS;
  const pagination = products.data?.pagination;
  const turnTo = (page: number) => change({ page });
  usePageKeys(view.page, pagination?.totalPages ?? 1, turnTo);
  const isFirstUse =
    products.data !== undefined && rows.length === 0 && view.page === 1 && view.search === '';
  const edited = open === 'new' || open === 'import' ? null : open;

  return (
    <>
      <ProductsHeader onAdd={() => setOpen('new')} onImport={() => setOpen('import')} />
      <div className="mt-6 grid gap-4">
        <Search search={view.search} onSearch={(search) => change({ search, page: 1 }, true)} />
        {removed && <Removed key={removed.id} product={removed} onUndo={() => void undo(removed)} />}
        <LoadedList query={products} caption={COPY.title} headers={HEADERS} loadFailed={COPY.loadFailed}>
          {(busy) => (
            <ProductTable
              products={rows}
              busy={busy}
              onEdit={setOpen}
              onDelete={(product) => void remove(product)}
              empty={
                isFirstUse ? (
                  <EmptyState title={COPY.empty}>{COPY.emptyHint}</EmptyState>
                ) : (
                  <NothingFound
                    title={view.search === '' ? COPY.emptyPage : COPY.noMatch}
                    page={view.page}
                    onClear={() => change({ search: '', page: 1 })}
                    onFirstPage={() => turnTo(1)}
                  />
                )
              }
            />
          )}
        </LoadedList>
        {pagination && rows.length > 0 && (
          <Pagination
            page={view.page}
            totalPages={pagination.totalPages}
            totalRecords={pagination.totalRecords}
            pageSize={PAGE_SIZE}
            onPage={turnTo}
          />
        )}
      </div>
      {open === 'import' && (
        <ImportProductsDialog onClose={() => setOpen(null)} onImported={() => void refresh()} />
      )}
      {open !== null && open !== 'import' && (
        <ProductDialog
          {...(edited && { product: edited })}
          onClose={() => setOpen(null)}
          save={(body) => save(edited, body)}
        />
      )}
    </>
  );
}

function Search({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useTypedText(search, onSearch);
  return (
    <SearchField
      label={COPY.search}
      name="search"
      value={text}
      onChange={setText}
      className="w-full sm:max-w-80"
    />
  );
}

/** Takes the focus, because the pressed button disappears with its row. */
function Removed({ product, onUndo }: { product: Product; onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span>{COPY.deleted(product.sku)}</span>
      <Button ref={button} variant="ghost" size="sm" onClick={onUndo}>
        Undo<span className="sr-only"> deleting {product.sku}</span>
      </Button>
    </p>
  );
}
