import { useState } from 'react';
import { isSessionLoss, reasonOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { sendUpload } from './batch/send-upload.ts';
import { COPY } from './copy.ts';
import type { PreparedUpload } from './file/prepared-upload.ts';
import { UploadStep } from './file/upload-step.tsx';
import { PageFrame } from './page-frame.tsx';
import { YourUploads } from './your-uploads.tsx';

interface Sending {
  upload: PreparedUpload;
  done: number;
  problem: string | null;
}

/** Starts a new upload or opens an earlier one. */
export function StartView({ onStarted }: { onStarted: (batchId: string) => void }) {
  const [sending, setSending] = useState<Sending | null>(null);
  const send = async (upload: PreparedUpload) => {
    setSending({ upload, done: 0, problem: null });
    try {
      const { batchId } = await sendUpload(upload, (done) => setSending({ upload, done, problem: null }));
      onStarted(batchId);
    } catch (error) {
      if (isSessionLoss(error)) return;
      console.error(error);
      setSending((now) => now && { ...now, problem: reasonOf(error) });
    }
  };
  const busy = sending !== null && sending.problem === null;
  return (
    <PageFrame step="upload">
      <UploadStep onReady={(upload) => void send(upload)} busy={busy} />
      {sending && (
        <div className="mt-5">
          {sending.problem !== null ? (
            <InlineAlert tone="bad">
              <p>{COPY.upload.sendFailed(sending.problem)}</p>
              <Button
                variant="secondary"
                size="sm"
                className="mt-2"
                onClick={() => void send(sending.upload)}
              >
                Try again
              </Button>
            </InlineAlert>
          ) : (
            <p className="num text-text-2">{COPY.upload.sending(sending.done, sending.upload.rows.length)}</p>
          )}
          <p role="status" className="sr-only">
            {busy && COPY.upload.sendingSpoken(sending.upload.rows.length)}
          </p>
        </div>
      )}
      <YourUploads />
    </PageFrame>
  );
}
