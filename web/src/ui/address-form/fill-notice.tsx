export interface Notice {
  text: string;
  /** Text that matched no field. */
  leftover?: string;
  onUndo?: () => void;
}

/** Always rendered, because screen readers announce only changes inside an existing region. */
export function FillNotice({ notice }: { notice: Notice | null }) {
  return (
    <div role="status" className="min-w-0 text-small text-text-2">
      {notice && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span>{notice.text}</span>
          {notice.onUndo && (
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
