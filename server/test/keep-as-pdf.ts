import pg from 'pg';
import type { TestApp } from './build-test-app.ts';

/** Replaces labels with PDFs, as from Shippo. Bypasses the triggers, because the application never changes a label. */
export async function keepAsPdf({ ownerUrl }: TestApp, shipmentIds: readonly string[], pdf: Buffer) {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query('SET session_replication_role = replica');
    await owner.query(
      `UPDATE shipment_labels SET format = 'pdf', bytes = $1, bought_sha256 = sha256($1)
       WHERE shipment_id = ANY($2)`,
      [pdf, shipmentIds],
    );
  } finally {
    await owner.end();
  }
}
