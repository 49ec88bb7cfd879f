import { AlertDialog as BaseAlert } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { backdropClass, guardedChange, ModalHeader } from './modal.tsx';

const SIZES = {
  sm: 'sm:max-w-[26rem]',
  md: 'sm:max-w-[32rem]',
  lg: 'sm:max-w-[44rem]',
} as const;

const viewportClass =
  'fixed inset-0 z-40 grid place-items-end overflow-y-auto p-4 sm:place-items-center sm:p-8';

const popupClass = cx(
  'w-full rounded-dialog bg-surface p-5 text-text shadow-dialog outline-none sm:p-6',
  'transition-[opacity,transform] duration-200 ease-enter data-ending-style:ease-exit',
  'data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0',
);

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  size?: keyof typeof SIZES;
  /** Opens above another dialog, which stays open. */
  onTop?: boolean;
  /** False: only the buttons of the footer close it. */
  closable?: boolean;
  /** A press outside does not close it, because what was typed would be lost. */
  keepsInput?: boolean;
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  onTop = false,
  closable = true,
  keepsInput = false,
}: DialogProps) {
  const bodyRef = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={guardedChange(onOpenChange)} disablePointerDismissal={keepsInput}>
      <Base.Portal>
        <Base.Backdrop className={cx(backdropClass, onTop && 'z-50')} />
        <Base.Viewport className={cx(viewportClass, onTop && 'z-50')} data-on-top={onTop || undefined}>
          <Base.Popup
            // Escape closes only the upper dialog.
            onKeyDown={(event) => {
              if (!onTop || event.key !== 'Escape') return;
              event.nativeEvent.stopImmediatePropagation();
              onOpenChange(false);
            }}
            // Focuses the first field instead of the Close button. The default on touch keeps the keyboard
            // closed.
            initialFocus={(by) =>
              by === 'touch' ||
              (bodyRef.current?.querySelector<HTMLElement>('input, select, textarea') ?? true)
            }
            className={cx(popupClass, SIZES[size])}
          >
            <ModalHeader title={title} closable={closable} />
            {description && (
              <Base.Description className="mt-1 text-lead text-text-2">{description}</Base.Description>
            )}
            <div ref={bodyRef} className="mt-4">
              {children}
            </div>
            {footer && <div className="mt-6 flex flex-wrap justify-end gap-3">{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  cancelLabel?: string;
  destructive?: boolean;
  busy?: boolean;
}

/** Focuses the safe button first. While busy, it cannot be closed. */
export function AlertDialog(props: AlertDialogProps) {
  const { open, onOpenChange, title, children, confirmLabel, onConfirm, destructive, busy } = props;
  const cancelRef = useRef<HTMLButtonElement>(null);
  const change = (next: boolean) => {
    if (!busy) onOpenChange(next);
  };
  return (
    <BaseAlert.Root open={open} onOpenChange={change}>
      <BaseAlert.Portal>
        <BaseAlert.Backdrop className={backdropClass} />
        <BaseAlert.Viewport className={viewportClass}>
          <BaseAlert.Popup initialFocus={cancelRef} className={cx(popupClass, SIZES.sm)}>
            <BaseAlert.Title className="text-h3">{title}</BaseAlert.Title>
            <BaseAlert.Description render={<div />} className="mt-2 text-lead text-text-2">
              {children}
            </BaseAlert.Description>
            <div className="mt-6 flex flex-wrap justify-end gap-3">
              <Button ref={cancelRef} variant="secondary" disabled={busy} onClick={() => change(false)}>
                {props.cancelLabel ?? 'Cancel'}
              </Button>
              <Button
                variant={destructive ? 'destructive' : 'primary'}
                loading={busy ?? false}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </div>
          </BaseAlert.Popup>
        </BaseAlert.Viewport>
      </BaseAlert.Portal>
    </BaseAlert.Root>
  );
}
