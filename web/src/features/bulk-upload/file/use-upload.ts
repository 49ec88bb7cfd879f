import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../../../ui/toast/toast.ts';
import { COPY } from '../copy.ts';
import { acceptFile } from './accept-file.ts';
import type { TableSummary } from './file-messages.ts';
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
  /** True if the columns are matched the way this user matched them before. */
  recalled: boolean;
  choices: FillChoices;
}

type Phase =
  | { at: 'choosing'; problem: string | null }
  | { at: 'reading'; fileName: string; rows: number }
  | { at: 'asking'; question: Question };

export interface Answer {
  columns: ColumnMap;
  choices: FillChoices;
  fillIns: FillIn[];
}

/** In our own template only a missing sender is filled in; other gaps are mistakes in the file. */
export function gapsIn(table: TableSummary, columns: ColumnMap): Set<FillPart> {
  const gaps = gapsOf(columns, table.empty);
  if (table.match.kind !== 'template') return gaps;
  return new Set([...gaps].filter((part) => part === 'sender'));
}

const needsNoQuestion = (table: TableSummary) =>
  table.match.kind === 'template' &&
  table.warnings.length === 0 &&
  gapsIn(table, table.match.columns).size === 0;

const sourceOf = ({ match }: TableSummary) => {
  if (match.kind === 'export') return match.name;
  return match.kind === 'template' ? 'template' : 'mapped';
};

const uploadOf = (fileName: string, table: TableSummary, rows: PreparedUpload['rows']): PreparedUpload => ({
  fileName,
  fileHash: table.fileHash,
  source: sourceOf(table),
  columns: table.header,
  decimalComma: table.delimiter === ';',
  rows,
});

async function questionFor(userId: string, fileName: string, table: TableSummary): Promise<Question> {
  const [kept, choices] = await Promise.all([recallMap(userId, table.header), recallChoices(userId)]);
  const recalled = table.match.kind === 'guess' && kept !== null;
  return { fileName, table, columns: recalled ? kept : table.match.columns, recalled, choices };
}

/** Reads a chosen or pasted file, asks about it if necessary, and prepares its rows for upload. */
export function useUpload(userId: string, onReady: (upload: PreparedUpload) => void) {
  const [phase, setPhase] = useState<Phase>({ at: 'choosing', problem: null });
  const current = useRef<FileReading | null>(null);

  const close = useCallback(() => {
    current.current?.close();
    current.current = null;
  }, []);
  useEffect(() => close, [close]);

  const reject = (problem: string) => {
    close();
    toast.error(problem);
    setPhase({ at: 'choosing', problem });
  };

  const finish = async (reading: FileReading, { fileName, table }: Question, answer: Answer) => {
    const rows = await reading.prepare(answer.columns, answer.fillIns);
    if (current.current !== reading) return;
    close();
    setPhase({ at: 'choosing', problem: null });
    onReady(uploadOf(fileName, table, rows));
  };

  const read = async (file: File, pasted: boolean) => {
    close();
    setPhase({ at: 'reading', fileName: file.name, rows: 0 });
    const reading = openFile(file, pasted, (rows) => {
      if (current.current === reading) setPhase({ at: 'reading', fileName: file.name, rows });
    });
    current.current = reading;
    const table = await reading.table;
    const question = 'problem' in table ? null : await questionFor(userId, file.name, table);
    // Canceled, or another file was chosen meanwhile.
    if (current.current !== reading) return;
    if ('problem' in table) return reject(table.problem);
    if (!question) return;
    if (!needsNoQuestion(table)) return setPhase({ at: 'asking', question });
    const note = readingNote(table);
    if (note) toast.info(note);
    return finish(reading, question, { ...question, fillIns: [] });
  };

  const orReject = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      console.error(error);
      reject(COPY.fileProblems.unreadable);
    });

  const open = (files: readonly File[], pasted: boolean) => {
    const accepted = acceptFile(files);
    if ('problem' in accepted) reject(accepted.problem);
    else void orReject(read(accepted.file, pasted));
  };

  return {
    phase,
    choose: (files: readonly File[]) => open(files, false),
    paste: (text: string) => open([new File([text], 'Pasted rows.csv', { type: 'text/csv' })], true),
    confirm: async (question: Question, answer: Answer) => {
      const reading = current.current;
      if (!reading) return;
      const { table } = question;
      void rememberChoices(userId, answer.choices);
      if (table.match.kind === 'guess') void rememberMap(userId, table.header, answer.columns);
      await orReject(finish(reading, question, answer));
    },
    cancel: () => {
      close();
      setPhase({ at: 'choosing', problem: null });
    },
  };
}
