/** 'g d' → two key caps. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="inline-flex gap-1">
      {keys.split(' ').map((key) => (
        <kbd
          key={key}
          className="grid min-w-6 place-items-center rounded-badge border border-line-strong bg-surface-2 px-1.5 text-small text-text-2"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
