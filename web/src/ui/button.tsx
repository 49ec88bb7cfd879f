import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'ghost'
  | 'destructive'
  /** For bands with inverted text and background colors. */
  | 'reversed'
  | 'reversed-outline';
type ButtonSize = 'sm' | 'md' | 'lg';

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-primary text-on-primary hover:bg-primary-hover active:bg-primary-active disabled:bg-surface-3 disabled:text-text-3',
  secondary:
    'border-control bg-surface text-text hover:bg-surface-2 active:bg-surface-3 disabled:border-line-strong disabled:bg-surface-2 disabled:text-text-3',
  ghost:
    'border-transparent text-text hover:bg-surface-3 active:bg-surface-3 disabled:text-text-3 disabled:hover:bg-transparent',
  destructive:
    'border-transparent bg-bad-solid text-on-bad-solid hover:brightness-95 active:brightness-90 disabled:bg-surface-3 disabled:text-text-3',
  reversed: 'border-transparent bg-canvas text-text hover:bg-surface-3 focus-visible:outline-canvas',
  'reversed-outline':
    'border-canvas text-canvas hover:bg-canvas hover:text-text focus-visible:outline-canvas',
};

const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-11 px-3 text-small md:min-h-8 md:px-2.5',
  md: 'min-h-11 px-4 text-body md:min-h-9 md:px-3.5',
  lg: 'min-h-12 px-6 text-lead',
};

interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** Styles a link as a button. */
export const buttonClass = ({ variant = 'primary', size = 'md' }: ButtonLook = {}) =>
  cx(
    'inline-flex items-center justify-center gap-2 rounded-control border py-1 text-center font-semibold no-underline transition-colors duration-140 select-none disabled:cursor-not-allowed',
    SIZES[size],
    VARIANTS[variant],
  );

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  loading?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** While loading it ignores clicks but stays enabled, because a disabled button loses the focus. */
export function Button({
  variant = 'primary',
  size = 'md',
  loading = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={cx(buttonClass({ variant, size }), loading && 'cursor-progress', className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={handleClick}
    >
      {loading && <Spinner />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title'> {
  label: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, className, type = 'button', children, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-control text-text-2 transition-colors duration-140 hover:bg-surface-3 hover:text-text disabled:cursor-not-allowed disabled:text-text-3 md:size-9 [&_svg]:size-5',
        className,
      )}
    >
      {children}
    </button>
  );
}
