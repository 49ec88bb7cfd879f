export interface Notice {
  text: string;
  /** Text that matched no field. */
  leftover?: string;
  onUndo?: () => void;
}

interface FillNoticeProps {
  notice: Notice | null;
  /** The form can't be changed now, not even back. */
  readOnly?: boolean;
}

/** Always rendered, because screen readers announce only changes inside an existing region. */
export function FillNotice({ notice, readOnly = false }: FillNoticeProps) {
  return (
    <div role="status" className="min-w-0 text-small text-text-2">
      {notice && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span>{notice.text}</span>
          {notice.onUndo && !readOnly && (
            <button type="button" className="link min-h-11 font-semibold md:min-h-6" onClick={notice.onUndo}>
              Undo
            </button>
          )}
        </p>
      )}
      {notice?.leftover && (
        <p className="mt-1 wrap-anywhere">
          Not used: <q>{notice.leftover}</q>
        </p>
      )}
    </div>
  );
}
