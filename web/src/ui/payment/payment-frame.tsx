import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { cx } from '../cx.ts';
import { backdropClass, ModalHeader } from '../modal.tsx';

interface PaymentFrameProps {
  title: string;
  /** Prevents closing while the charge is in progress. */
  locked: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Full screen on phones, a dialog elsewhere. Ignores clicks outside, so that a stray click loses no card input. */
export function PaymentFrame({ title, locked, onClose, children }: PaymentFrameProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open
      onOpenChange={(open, details) => {
        if (locked || details.reason === 'outside-press') details.cancel();
        else if (!open) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Viewport className="fixed inset-0 z-40 overflow-y-auto md:grid md:place-items-center md:p-8">
          <Base.Popup
            ref={popup}
            // Screen readers announce the title; the card form takes the focus when it is ready.
            initialFocus={popup}
            className={cx(
              'min-h-dvh w-full bg-surface p-5 text-text outline-none md:min-h-0 md:max-w-[30rem] md:rounded-dialog md:p-6 md:shadow-dialog',
              'transition-[opacity,transform] duration-200 ease-enter data-ending-style:ease-exit',
              'data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0',
            )}
          >
            <ModalHeader title={title} closable={!locked} />
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
