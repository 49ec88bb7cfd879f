import type { ClientNotesAnswer } from '@lading/contract/client-overview.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, type Handle, transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { lockClient, selectClient } from './admin-clients.store.ts';
import { countNotes, deleteNote, insertNote, selectNotes } from './client-notes.store.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

export async function listNotes({ db }: Deps, clientId: string): Promise<ClientNotesAnswer> {
  if (!(await selectClient(db, clientId))) throw new AppError('CLIENT_NOT_FOUND');
  return notesOf(db, clientId);
}

/** The audit log gets no text, because it outlives the client. */
export async function addNote(
  { db, clock }: Deps,
  admin: Actor,
  clientId: string,
  text: string,
): Promise<ClientNotesAnswer> {
  return transaction(db, async (trx) => {
    if (!(await lockClient(trx, clientId))) throw new AppError('CLIENT_NOT_FOUND');
    const created_at = clock.now();
    await insertNote(trx, { id: newId(), user_id: clientId, author_id: admin.userId, text, created_at });
    await recordEvent(trx, clock, admin, {
      type: 'ADD_CLIENT_NOTE',
      status: 'success',
      ...byActor(admin),
      details: { clientId },
    });
    return notesOf(trx, clientId);
  });
}

export async function removeNote(
  { db, clock }: Deps,
  admin: Actor,
  clientId: string,
  noteId: string,
): Promise<ClientNotesAnswer> {
  return transaction(db, async (trx) => {
    if (!(await lockClient(trx, clientId))) throw new AppError('CLIENT_NOT_FOUND');
    if (await deleteNote(trx, clientId, noteId))
      await recordEvent(trx, clock, admin, {
        type: 'DELETE_CLIENT_NOTE',
        status: 'success',
        ...byActor(admin),
        details: { clientId },
      });
    return notesOf(trx, clientId);
  });
}

const notesOf = async (db: Handle, clientId: string): Promise<ClientNotesAnswer> => ({
  notes: (await selectNotes(db, clientId)).map(({ created_at, ...note }) => ({
    ...note,
    createdAt: created_at.toISOString(),
  })),
  total: await countNotes(db, clientId),
});
