import type { BillingSettingsAnswer } from '@lading/contract/billing.ts';
import { useState } from 'react';
import { ApiError, reasonOf } from '../../lib/api-error.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { useFormProblems } from '../../lib/use-checked-form.ts';
import { usePending } from '../../lib/use-pending.ts';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useSaveSettings } from './admin-billing-calls.ts';
import { COPY } from './copy.ts';
import { draftOf, isSameDraft, problemsOf, readSettings, type SettingsDraft } from './settings-draft.ts';

interface Edits {
  /** What the first edit saw: a later reload must not hide that someone else changed an edited field. */
  loaded: BillingSettingsAnswer;
  fields: Partial<SettingsDraft>;
}

/** The edited settings with their problems, and the functions that save or discard them. */
export function useSettingsForm(settings: BillingSettingsAnswer, thisMonth: string) {
  const [edits, setEdits] = useState<Edits | null>(null);
  const loaded = edits?.loaded ?? settings;
  const saved = draftOf(loaded, thisMonth);
  const isFirst = loaded.startMonth === null;
  const [failure, setFailure] = useState<string | null>(null);
  const { pending, run } = usePending();
  const { formRef, problems, show, clear } = useFormProblems<string>(pending);
  const save = useSaveSettings();
  const draft = { ...saved, ...edits?.fields };

  const reject = (found: Problems) => {
    show(found as Record<string, string>);
    toast.error(COPY.settings.hasErrors);
  };

  return {
    formRef,
    draft,
    problems,
    failure,
    pending,
    isFirst,
    dirty: !isSameDraft(draft, saved),
    /** `fixed` lists the fields whose problems no longer apply. */
    change: (part: Partial<SettingsDraft>, fixed: readonly string[] = Object.keys(part)) => {
      setEdits((before) => ({ loaded: before?.loaded ?? settings, fields: { ...before?.fields, ...part } }));
      clear(fixed);
    },
    submit: () =>
      run(async () => {
        const checked = readSettings(draft, isFirst);
        setFailure(null);
        if ('errors' in checked) return reject(checked.errors);
        clear();
        try {
          await save(loaded, checked.body);
          setEdits(null);
          toast.success(COPY.settings.saved);
        } catch (error) {
          if (error instanceof ApiError && error.fields.length > 0) return reject(problemsOf(error.fields));
          if (reportError(error, COPY.settings.saveFailed)) setFailure(reasonOf(error));
        }
      }),
    discard: () => {
      setEdits(null);
      clear();
      setFailure(null);
    },
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
