/** Explains the dot of required fields. */
export function RequiredNote() {
  return (
    <p className="text-small text-text-2">
      Fields marked{' '}
      <span aria-hidden="true" className="text-signal-text">
        •
      </span>
      <span className="sr-only">with a dot</span> are required.
    </p>
  );
}
