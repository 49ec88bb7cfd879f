interface PageFormat {
  /** In points. */
  width: number;
  height: number;
  copies: number;
}

/** A one-page 4 × 6 inch label with lines of text. */
export const labelPdf = (lines: readonly string[]): Buffer =>
  pdfOf(lines, { width: 288, height: 432, copies: 1 });

/** Three letter-size copies. */
export const invoicePdf = (lines: readonly string[]): Buffer =>
  pdfOf(lines, { width: 612, height: 792, copies: 3 });

function pdfOf(lines: readonly string[], { width, height, copies }: PageFormat): Buffer {
  const shown = lines.map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`).join(' ');
  const content = `BT /F1 14 Tf 24 ${height - 42} Td 20 TL ${shown} ET`;
  const pages = Array.from({ length: copies }, (_, index) => `${5 + index} 0 R`);
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 4 0 R >> >> /Contents 3 0 R >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${copies} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.map(() => page),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
