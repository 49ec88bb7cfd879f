export function Missing() {
  return (
    <span className="text-text-3">
      <span aria-hidden="true">—</span>
      <span className="sr-only">Not available</span>
    </span>
  );
}
