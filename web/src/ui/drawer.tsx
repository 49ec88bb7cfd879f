import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { backdropClass, guardedChange, ModalHeader } from './modal.tsx';

const SIDES = {
  left: 'left-0 w-[min(18rem,88vw)] data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
  right:
    'right-0 w-[min(30rem,100vw)] data-ending-style:translate-x-full data-starting-style:translate-x-full',
} as const;

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  side: keyof typeof SIDES;
  children: ReactNode;
  id?: string;
}

export function Drawer({ open, onOpenChange, title, side, children, id }: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={guardedChange(onOpenChange)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          id={id}
          className={cx(
            'fixed inset-y-0 z-40 flex flex-col overflow-y-auto overscroll-contain bg-surface p-5 text-text shadow-dialog outline-none',
            'transition-transform duration-320 ease-enter data-ending-style:duration-200 data-ending-style:ease-exit',
            SIDES[side],
          )}
        >
          <ModalHeader title={title} />
          <div className="mt-4 flex-1">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
