import { describe, expect, it } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

describe('the name of a download (IN08, WH10)', () => {
  it.each([
    ['label-9400111899223817.pdf', 'attachment; filename="label-9400111899223817.pdf"'],
    [
      'a"; filename=evil.exe',
      'attachment; filename="a_ filename_evil.exe"; filename*=UTF-8\'\'a_%20filename%3Devil.exe',
    ],
    [
      'a\r\nset-cookie: x=1.pdf',
      'attachment; filename="a_set-cookie_ x_1.pdf"; filename*=UTF-8\'\'a_set-cookie_%20x%3D1.pdf',
    ],
    ['../../etc/passwd', 'attachment; filename="etc_passwd"'],
    ['.htaccess', 'attachment; filename="htaccess"'],
    ['annex\u202efdp.exe', 'attachment; filename="annex_fdp.exe"'],
    ["Größe's.pdf", 'attachment; filename="Gr_e_s.pdf"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe%27s.pdf'],
    ['\ud800', 'attachment; filename="_"; filename*=UTF-8\'\'%EF%BF%BD'],
    ['', 'attachment; filename="download"'],
    ['\u0000\u0001', 'attachment; filename="download"'],
  ])('%j is safe in a header', (name, header) => {
    expect(contentDisposition(name)).toBe(header);
  });

  it('is short, and keeps its extension', () => {
    const header = contentDisposition(`${'9'.repeat(1_000_000)}.pdf`);
    expect(header.length).toBeLessThan(200);
    expect(header).toMatch(/9\.pdf"$/);
  });
});
