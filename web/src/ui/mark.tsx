import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { cx } from './cx.ts';

/** The logo: a heavy rule over a bar code, the simplest recognizable label. */
function MarkSymbol({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={cx('size-6 shrink-0', className)}>
      <path className="fill-signal" d="M2 3h20v4H2z" />
      <path
        className="fill-current"
        d="M2 10h3v11H2zM7 10h1v11H7zM10 10h4v11h-4zM16 10h1v11h-1zM19 10h3v11h-3z"
      />
    </svg>
  );
}

export function Mark({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2 text-text', className)}>
      <MarkSymbol />
      <span className="text-[1.1875rem] leading-6 font-[750] tracking-[-0.01em] [font-stretch:112%]">
        {PRODUCT_NAME}
      </span>
    </span>
  );
}
