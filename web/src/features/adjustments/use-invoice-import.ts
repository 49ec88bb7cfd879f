import {
  type InvoiceImportAnswer,
  type InvoiceLayout,
  type InvoicePreviewAnswer,
  MAX_INVOICE_BYTES,
} from '@lading/contract/carrier-invoices.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { importInvoice, previewInvoice, useAdjustmentChanges } from './adjustment-calls.ts';
import { COPY } from './copy.ts';

type ChosenLayout = InvoiceLayout | '';

type ImportPhase =
  /** `file` is the rejected file. */
  | { at: 'choosing'; problem: string | null; file: File | null }
  | { at: 'reading'; file: File }
  | { at: 'preview'; file: File; preview: InvoicePreviewAnswer; problem: string | null }
  | { at: 'importing'; file: File; preview: InvoicePreviewAnswer }
  | { at: 'done'; result: InvoiceImportAnswer };

const START: ImportPhase = { at: 'choosing', problem: null, file: null };

/** A field's message is more specific than the error's own. */
const explain = (error: unknown, fallback: string) =>
  (error instanceof ApiError && error.fields[0]?.message) || messageOf(error, fallback);

function refusalOf([file, ...others]: readonly File[]): string | null {
  if (!file || others.length > 0) return COPY.import.severalFiles;
  if (file.size === 0) return COPY.import.emptyFile;
  return file.size > MAX_INVOICE_BYTES ? COPY.import.tooLarge : null;
}

/** Choose a file, preview the import, then import it. */
export function useInvoiceImport() {
  const [phase, setPhase] = useState<ImportPhase>(START);
  const [layout, setLayout] = useState<ChosenLayout>('');
  const { reload } = useAdjustmentChanges();
  const mounted = useMounted();
  /** Choosing another file or leaving the page cancels reading the current one. */
  const reading = useRef(new AbortController());
  useEffect(() => () => reading.current.abort(), []);

  const read = async (file: File, chosen: ChosenLayout) => {
    reading.current.abort();
    reading.current = new AbortController();
    const { signal } = reading.current;
    setPhase({ at: 'reading', file });
    try {
      const preview = await previewInvoice(file, chosen, signal);
      if (!signal.aborted) setPhase({ at: 'preview', file, preview, problem: null });
    } catch (error) {
      if (!signal.aborted) setPhase({ at: 'choosing', problem: explain(error, COPY.import.failed), file });
    }
  };

  return {
    phase,
    layout,
    choose: (files: readonly File[]) => {
      const problem = refusalOf(files);
      const [file] = files;
      if (problem !== null || !file) setPhase({ at: 'choosing', problem, file: null });
      else void read(file, layout);
    },
    /** Reads the chosen file again in the new layout. */
    changeLayout: (chosen: ChosenLayout) => {
      setLayout(chosen);
      if (phase.at !== 'done' && phase.at !== 'importing' && phase.file) void read(phase.file, chosen);
    },
    start: async () => {
      if (phase.at !== 'preview') return;
      const { file, preview } = phase;
      setPhase({ at: 'importing', file, preview });
      try {
        const result = await importInvoice(file, layout);
        setPhase({ at: 'done', result });
        if (!mounted.current)
          toast.success(result.changed ? COPY.import.done(result.adjustments) : COPY.import.unchanged);
        await reload();
      } catch (error) {
        if (!mounted.current) reportError(error, explain(error, COPY.import.importFailed));
        setPhase({ at: 'preview', file, preview, problem: explain(error, COPY.import.importFailed) });
      }
    },
    restart: () => {
      reading.current.abort();
      setLayout('');
      setPhase(START);
    },
  };
}
