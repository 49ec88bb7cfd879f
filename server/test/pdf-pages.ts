import { inflateSync } from 'node:zlib';

interface PdfPage {
  /** Without the spaces that group digits. */
  text: string;
  /** Width and height in points. */
  size: string;
}

/** The pages of our own PDFs on 4 × 6 in paper, in order. */
export function pdfPages(pdf: Buffer): PdfPage[] {
  const text = pdf.toString('latin1');
  const object = (id: string) =>
    new RegExp(`(?:^|\\n)${id} 0 obj\\n([\\s\\S]*?)endobj`).exec(text)?.[1] ?? '';
  const kids = (id: string): string[] => {
    const node = object(id);
    if (node.includes('/Type/Page/')) return [node];
    const list = /\/Kids\[([^\]]*)\]/.exec(node)?.[1] ?? '';
    return [...list.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => kids(kid ?? ''));
  };
  const root = /\/Pages (\d+) 0 R/.exec(text)?.[1] ?? '';
  return kids(root).map((page) => {
    const content = object(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '');
    const stream = /stream\n([\s\S]*)\nendstream/.exec(content)?.[1] ?? '';
    return {
      text: inflateSync(Buffer.from(stream, 'latin1')).toString('latin1').replaceAll(' ', ''),
      size: /\/MediaBox\[0 0 (\S+ [\d.]+)\]/.exec(page)?.[1] ?? '',
    };
  });
}
