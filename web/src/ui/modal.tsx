import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export const backdropClass =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-200 ease-enter data-ending-style:opacity-0 data-starting-style:opacity-0';

/** A click on a toast or another dialog above the dialog does not close it. */
export const guardedChange =
  (onOpenChange: (open: boolean) => void) => (open: boolean, details: Base.Root.ChangeEventDetails) => {
    const target = details.event.target;
    if (
      details.reason === 'outside-press' &&
      target instanceof Element &&
      target.closest('[data-toaster], [data-on-top]')
    ) {
      details.cancel();
      return;
    }
    onOpenChange(open);
  };

export function ModalHeader({ title, closable = true }: { title: ReactNode; closable?: boolean }) {
  return (
    <div className="flex items-start justify-between gap-4">
      <Base.Title className="text-h3 py-1">{title}</Base.Title>
      {closable && (
        <Base.Close
          aria-label="Close"
          title="Close"
          className="-mt-1.5 -mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-control text-text-2 hover:bg-surface-3 hover:text-text md:size-9"
        >
          <Icon of={X} className="size-5" />
        </Base.Close>
      )}
    </div>
  );
}
