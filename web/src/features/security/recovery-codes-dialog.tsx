import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { COPY } from './copy.ts';
import { RecoveryCodesPanel } from './recovery-codes-panel.tsx';

/** Stays open until the user says that the codes are saved, because they are never shown again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && isSaved && onClose()}
      closable={false}
      title={COPY.codes.shownTitle}
      description={COPY.codes.shownWhy}
      footer={
        <Button disabled={!isSaved} onClick={onClose}>
          {COPY.codes.done}
        </Button>
      }
    >
      <div className="grid gap-4">
        <RecoveryCodesPanel codes={codes} />
        <Checkbox label={COPY.codes.saved} name="saved" checked={isSaved} onChange={setIsSaved} />
      </div>
    </Dialog>
  );
}
