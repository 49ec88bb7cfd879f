import '../../styles/main.css';
import { API, path } from '@lading/contract/routes.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { render } from '../../../test/render.ts';
import { button } from '../../../test/screen.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { ClientNotes } from './client-notes.tsx';
import { COPY } from './copy.ts';

const id = '0198f3c2-7c1e-7aa0-8000-000000000002';
const NOTES = `GET ${path(API.adminClientNotes, { id })}`;

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
  const note = { text: 'Prefers email.', author: 'Sam Okafor', createdAt: '2026-11-15T10:00:00.000Z' };
  const notes = ['1', '2'].map((id) => ({ ...note, id }));
  fakeServer({ [NOTES]: () => json({ notes, total: 3 }) });
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <ClientNotes clientId={id} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('Newest 2 of 3 notes')).toBeVisible();
});
