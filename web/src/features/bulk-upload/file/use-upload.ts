import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../../../ui/toast/toast.ts';
import { acceptFile } from './accept-file.ts';
import type { TableSummary } from './file-messages.ts';
import { FILE_PROBLEMS } from './file-problem.ts';
import { type FileReading, openFile } from './file-reader.ts';
import { type FillChoices, type FillPart, gapsOf } from './fill-in-choices.ts';
import type { ColumnMap } from './match-columns.ts';
import type { FillIn } from './prepare-rows.ts';
import type { PreparedUpload } from './prepared-upload.ts';
import { readingNote } from './reading-note.ts';
import { recallChoices, recallMap, rememberChoices, rememberMap } from './remembered.ts';

export interface Question {
  fileName: string;
  table: TableSummary;
  columns: ColumnMap;
  /** True for columns as this person matched them before. */
  recalled: boolean;
  choices: FillChoices;
}

export type Phase =
  | { at: 'choosing'; problem: string | null }
  | { at: 'reading'; fileName: string; rows: number }
  | { at: 'asking'; question: Question };

export interface Answer {
  columns: ColumnMap;
  choices: FillChoices;
  fillIns: FillIn[];
}

/** Our own columns are filled only where a row has no sender at all; gaps elsewhere are mistakes of the file. */
export function gapsIn(table: TableSummary, columns: ColumnMap): Set<FillPart> {
  const gaps = gapsOf(columns, table.empty);
  if (table.match.kind !== 'template') return gaps;
  return new Set([...gaps].filter((part) => part === 'sender'));
}

const isPlain = (table: TableSummary) =>
  table.match.kind === 'template' &&
  table.warnings.length === 0 &&
  gapsIn(table, table.match.columns).size === 0;

const sourceOf = ({ match }: TableSummary) => {
  if (match.kind === 'export') return match.name;
  return match.kind === 'template' ? 'template' : 'mapped';
};

/** A file on its way from the person's hand to rows that can be sent. */
export function useUpload(userId: string, onReady: (upload: PreparedUpload) => void) {
  const [phase, setPhase] = useState<Phase>({ at: 'choosing', problem: null });
  const reading = useRef<FileReading | null>(null);

  const close = useCallback(() => {
    reading.current?.close();
    reading.current = null;
  }, []);
  useEffect(() => close, [close]);

  const refuse = (problem: string) => {
    close();
    toast.error(problem);
    setPhase({ at: 'choosing', problem });
  };

  const finish = async (from: FileReading, fileName: string, table: TableSummary, answer: Answer) => {
    const rows = await from.prepare(answer.columns, answer.fillIns);
    if (reading.current !== from) return;
    close();
    setPhase({ at: 'choosing', problem: null });
    onReady({
      fileName,
      fileHash: table.fileHash,
      source: sourceOf(table),
      columns: table.header,
      decimalComma: table.delimiter === ';',
      rows,
    });
  };

  const read = async (file: File, pasted: boolean) => {
    close();
    setPhase({ at: 'reading', fileName: file.name, rows: 0 });
    const from = openFile(file, pasted, (rows) => {
      if (reading.current === from) setPhase({ at: 'reading', fileName: file.name, rows });
    });
    reading.current = from;
    const table = await from.table;
    const [kept, choices] = await Promise.all([
      'problem' in table ? null : recallMap(userId, table.header),
      recallChoices(userId),
    ]);
    // Cancelled, or another file was chosen in the meantime.
    if (reading.current !== from) return;
    if ('problem' in table) return refuse(table.problem);
    if (isPlain(table)) {
      const note = readingNote(table);
      if (note) toast.info(note);
      return finish(from, file.name, table, { columns: table.match.columns, choices, fillIns: [] });
    }
    const recalled = table.match.kind === 'guess' && kept !== null;
    const columns = recalled ? kept : table.match.columns;
    setPhase({ at: 'asking', question: { fileName: file.name, table, columns, recalled, choices } });
  };

  const orRefuse = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      console.error(error);
      refuse(FILE_PROBLEMS.unreadable);
    });

  return {
    phase,
    choose: (files: readonly File[]) => {
      const accepted = acceptFile(files);
      if ('problem' in accepted) refuse(accepted.problem);
      else void orRefuse(read(accepted.file, false));
    },
    paste: (text: string) => {
      const accepted = acceptFile([new File([text], 'Pasted rows.csv', { type: 'text/csv' })]);
      if ('problem' in accepted) refuse(accepted.problem);
      else void orRefuse(read(accepted.file, true));
    },
    confirm: async ({ fileName, table }: Question, answer: Answer) => {
      const from = reading.current;
      if (!from) return;
      void rememberChoices(userId, answer.choices);
      if (table.match.kind === 'guess') void rememberMap(userId, table.header, answer.columns);
      await orRefuse(finish(from, fileName, table, answer));
    },
    cancel: () => {
      close();
      setPhase({ at: 'choosing', problem: null });
    },
  };
}
