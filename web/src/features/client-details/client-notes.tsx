import {
  ClientNoteBodySchema,
  type ClientNotesAnswer,
  NOTE_MAX_LENGTH,
} from '@lading/contract/client-overview.ts';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { useMay } from '../../lib/may.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Panel, panelPadding } from '../../ui/charts/panel.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { reportError } from '../../ui/report-error.ts';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { useNotes } from './use-client-details.ts';

export function ClientNotes({ clientId }: { clientId: string }) {
  const { notes, add, remove } = useNotes(clientId);
  const mayWrite = useMay('clients.write');
  const [deleting, setDeleting] = useState<{ id: string; text: string } | null>(null);
  return (
    <Panel title={COPY.notes}>
      <div className={`${panelPadding} grid gap-4`}>
        <p className="text-text-2">{COPY.notesHint}</p>
        {mayWrite && <NewNote add={add} />}
        {notes.isError && !notes.data && (
          <ErrorPanel
            message={COPY.notesFailed}
            reason={reasonOf(notes.error)}
            onRetry={() => void notes.refetch()}
          />
        )}
        {notes.data?.notes.length === 0 && <p className="text-text-2">{COPY.noNotes}</p>}
        {notes.data && <NotesShown {...notes.data} />}
        <ul className="grid">
          {notes.data?.notes.map(({ id, text, author, createdAt }) => (
            <li key={id} className="flex items-start gap-3 border-t border-line py-2.5">
              <div className="min-w-0 flex-1">
                <p className="whitespace-pre-line wrap-anywhere">{text}</p>
                <p className="text-small text-text-2">
                  {author}, <OperatorMoment iso={createdAt} />
                </p>
              </div>
              {mayWrite && (
                <IconButton label={COPY.deleteNote} onClick={() => setDeleting({ id, text })}>
                  <Icon of={Trash2} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
        {deleting && (
          <ConfirmDialog
            title={COPY.deleteNoteTitle}
            confirmLabel={COPY.deleteNote}
            destructive
            who={<span className="line-clamp-3 font-semibold text-text">{deleting.text}</span>}
            act={() => remove(deleting.id)}
            done={COPY.noteDeleted}
            onClose={() => setDeleting(null)}
          >
            {COPY.deleteNoteText}
          </ConfirmDialog>
        )}
      </div>
    </Panel>
  );
}

/** Says that older notes are not listed. */
function NotesShown({ notes, total = 0 }: ClientNotesAnswer) {
  if (total <= notes.length) return null;
  return <p className="num text-text-2">{COPY.newestNotes(notes.length, total)}</p>;
}

function NewNote({ add }: { add: (text: string) => Promise<unknown> }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const { pending, run } = usePending();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkBody(ClientNoteBodySchema, { text });
    if ('errors' in checked) return setProblem(checked.errors.text);
    void run(async () => {
      try {
        await add(checked.body.text);
        setText('');
        toast.success(COPY.noteAdded);
      } catch (error) {
        reportError(error, COPY.noteFailed);
      }
    });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextAreaField
        label={COPY.newNote}
        name="note"
        maxLength={NOTE_MAX_LENGTH}
        value={text}
        error={problem}
        disabled={pending}
        onChange={(value) => {
          setText(value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" variant="secondary" loading={pending} className="justify-self-start">
        {COPY.addNote}
      </Button>
    </form>
  );
}
