import '../../styles/main.css';
import { API, path } from '@lading/contract/routes.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { render } from '../../../test/render.ts';
import { button } from '../../../test/screen.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { ClientNotes } from './client-notes.tsx';
import { COPY } from './copy.ts';

const id = '0198f3c2-7c1e-7aa0-8000-000000000002';
const NOTES = `GET ${path(API.adminClientNotes, { id })}`;
const note = { text: 'Prefers email.', author: 'Sam Okafor', createdAt: '2026-11-15T10:00:00.000Z' };

it('notes that cannot be loaded are not shown as an empty list, and can be reloaded', async () => {
  const { answer } = fakeServer({ [NOTES]: () => json({ message: 'No.' }, 404) });
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <ClientNotes clientId={id} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText(COPY.notesFailed)).toBeVisible();
  answer({ [NOTES]: () => json({ notes: [] }) });
  await button('Try again').click();
  await expect.element(page.getByText(COPY.noNotes)).toBeVisible();
  await expect.element(page.getByText(COPY.notesFailed)).not.toBeInTheDocument();
});

it('notes beyond the newest are counted', async () => {
  const notes = ['1', '2'].map((id) => ({ ...note, id }));
  fakeServer({ [NOTES]: () => json({ notes, total: 3 }) });
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <ClientNotes clientId={id} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('Newest 2 of 3 notes')).toBeVisible();
});

it('a note is deleted only after a confirmation that shows it', async () => {
  const user = { id, name: 'Noor Haddad', email: 'noor@shop.example', phone: null, role: 'admin' } as const;
  sessionStore.signIn({ token: 'token-of-the-test', user, expiresAt: '' }, false);
  onTestFinished(() => sessionStore.clear());
  const DELETE = `DELETE ${path(API.adminClientNote, { id, noteId: '1' })}`;
  const { callsTo } = fakeServer({
    [NOTES]: () => json({ notes: [{ ...note, id: '1' }] }),
    [DELETE]: () => json({ notes: [] }),
  });
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <ClientNotes clientId={id} />
    </QueryClientProvider>,
  );
  const dialog = page.getByRole('alertdialog');
  const answer = (name: string) => dialog.getByRole('button', { name }).click();
  await button(COPY.deleteNote).click();
  await expect.element(dialog.getByText(note.text)).toBeVisible();
  await answer('Cancel');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsTo(DELETE)).toEqual([]);
  await button(COPY.deleteNote).click();
  await answer(COPY.deleteNote);
  await expect.element(page.getByText(COPY.noNotes)).toBeVisible();
  expect(callsTo(DELETE)).toHaveLength(1);
});
