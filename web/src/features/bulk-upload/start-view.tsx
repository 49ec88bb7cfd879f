import { useRef, useState } from 'react';
import { ApiError, isSessionLoss, reasonOf } from '../../lib/api-error.ts';
import { newRequestKey } from '../../lib/request-key.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { Button } from '../../ui/button.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useSlow } from '../../ui/use-slow.ts';
import { sendUpload } from './batch/send-upload.ts';
import { COPY } from './copy.ts';
import type { PreparedUpload } from './file/prepared-upload.ts';
import { UploadStep } from './file/upload-step.tsx';
import { PageFrame } from './page-frame.tsx';
import { YourUploads } from './your-uploads.tsx';

interface Sending {
  upload: PreparedUpload;
  /** Stays the same when the upload is tried again, so that the batch is continued. */
  key: string;
  done: number;
  /** A call failed and is being repeated. */
  trouble: boolean;
  problem: string | null;
}

/** The client discarded the batch after the upload failed, so it cannot be continued. */
const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Sends the rows of a file. The user can stop it, or leave the page while it continues. */
function useSending(onStarted: (batchId: string) => void) {
  const [sending, setSending] = useState<Sending | null>(null);
  const current = useRef<AbortController | null>(null);
  const mounted = useMounted();
  const change = (part: Partial<Sending>) => setSending((now) => now && { ...now, ...part });
  const send = async (upload: PreparedUpload, key = newRequestKey()) => {
    const stop = new AbortController();
    current.current = stop;
    setSending({ upload, key, done: 0, trouble: false, problem: null });
    try {
      const { batchId } = await sendUpload(upload, {
        key,
        onProgress: (done) => change({ done, trouble: false }),
        onTrouble: () => change({ trouble: true }),
        signal: stop.signal,
      });
      if (stop.signal.aborted) return;
      if (mounted.current) onStarted(batchId);
      else toast.success(COPY.upload.sentElsewhere(upload.fileName));
    } catch (error) {
      if (stop.signal.aborted || isSessionLoss(error)) return;
      console.error(error);
      const problem = reasonOf(error);
      if (mounted.current) change({ problem, key: isGone(error) ? newRequestKey() : key });
      else toast.error(COPY.upload.sendFailed(problem));
    }
  };
  const cancel = () => {
    current.current?.abort();
    setSending(null);
  };
  return { sending, send, cancel };
}

/** Starts a new upload or opens an earlier one. */
export function StartView({ onStarted }: { onStarted: (batchId: string) => void }) {
  const { sending, send, cancel } = useSending(onStarted);
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
                onClick={() => void send(sending.upload, sending.key)}
              >
                Try again
              </Button>
            </InlineAlert>
          ) : (
            <SendProgress sending={sending} onCancel={cancel} />
          )}
        </div>
      )}
      <YourUploads />
    </PageFrame>
  );
}

function SendProgress({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
  const { upload, done, trouble } = sending;
  const slow = useSlow(true, done);
  const note = trouble ? COPY.upload.sendingTrouble : slow ? COPY.upload.sendingSlow : null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Spinner />
        <p className="num text-text-2">{COPY.upload.sending(done, upload.rows.length)}</p>
        {note && <p className="text-warn-fg">{note}</p>}
        {note && (
          <Button variant="secondary" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {note ?? COPY.upload.sendingSpoken(upload.rows.length)}
      </p>
    </>
  );
}
