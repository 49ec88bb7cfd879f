/** The file name in `attachment; filename="shipments-export-2026-11-15.csv"`. The server sends plain ASCII names. */
export function fileNameOf(header: string | null): string | null {
  const found = /;\s*filename\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(header ?? '');
  return found?.[1] || found?.[2] || null;
}
