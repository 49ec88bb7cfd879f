import { Fragment } from 'react';

/** An email address that breaks before its domain when it doesn’t fit on one line. */
export function EmailText({ children }: { children: string }) {
  return (
    <span className="wrap-anywhere">
      {children.split(/(?=@)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
