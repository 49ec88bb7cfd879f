import { dateIn } from '@lading/contract/calendar-date.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { ownCollections, selectOwnAccount } from './own-data.store.ts';

export interface ExportOwnDataDeps {
  db: Database;
  clock: Clock;
  timeZone: string;
}

/** Everything that the account has stored, as one JSON file. Audited before the first byte leaves. */
export async function exportOwnData(
  { db, clock, timeZone }: ExportOwnDataDeps,
  actor: SignedInActor,
): Promise<SentFile> {
  const account = await selectOwnAccount(db, actor.userId);
  await recordEvent(db, clock, actor, {
    type: 'EXPORT_OWN_DATA',
    status: 'success',
    ...byActor(actor),
    details: {},
  });
  return {
    contentType: 'application/json; charset=utf-8',
    fileName: `lading-my-data-${dateIn(timeZone, clock.now())}.json`,
    content: written({ exportedAt: clock.now(), account: inCamelCase(account) }, db, actor.userId),
  };
}

async function* written(head: object, db: Database, userId: string): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, pages] of Object.entries(ownCollections(db, userId))) {
    yield `,\n${JSON.stringify(name)}:[`;
    let separator = '\n';
    for await (const rows of pages()) {
      yield separator + rows.map((row) => JSON.stringify(inCamelCase(row))).join(',\n');
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

/** Renames columns only: what people typed stays as it is. */
const inCamelCase = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
