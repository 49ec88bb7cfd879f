import pg from 'pg';
import { makeDocument } from '../src/labels/customs/make-document.ts';
import type { LabelRequest } from '../src/labels/port.ts';
import type { TestApp } from './build-test-app.ts';

/** Adds a customs document to a stored label, as if it had been bought with it. */
export async function addDocument({ ownerUrl }: TestApp, id: string, order: LabelRequest): Promise<void> {
  const document = makeDocument(order, 'LX123456785US');
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(
      `INSERT INTO shipment_documents (shipment_id, position, kind, format, bytes, sha256)
       VALUES ($1, 0, $2, $3, $4, sha256($4))`,
      [id, document?.kind, document?.format, document?.bytes],
    );
    await owner.query('UPDATE shipment_labels SET documents = 1 WHERE shipment_id = $1', [id]);
  } finally {
    await owner.end();
  }
}
