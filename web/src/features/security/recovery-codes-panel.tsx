import { Download, Printer } from 'lucide-react';
import { saveFile } from '../../lib/download-file.ts';
import { useSession } from '../../lib/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { COPY } from './copy.ts';

/** Shows the codes in plain text, once, with all the ways to save them. */
export function RecoveryCodesPanel({ codes }: { codes: readonly string[] }) {
  const session = useSession();
  const email = session.status === 'confirmed' ? session.user.email : '';
  const text = codes.join('\n');
  const download = () => {
    const content = `${COPY.codes.fileHead(email)}\r\n\r\n${codes.join('\r\n')}\r\n`;
    saveFile(new Blob([content], { type: 'text/plain' }), COPY.codes.fileName);
  };
  return (
    <div className="grid gap-4">
      <ul
        data-print
        aria-label={COPY.codes.title}
        className="num grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-control border border-line bg-surface-2 px-4 py-3 font-mono text-lead"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CopyButton text={text} what="codes" />
        <Button variant="secondary" size="sm" onClick={download}>
          <Icon of={Download} className="size-4" />
          Download
        </Button>
        <Button variant="secondary" size="sm" onClick={() => window.print()}>
          <Icon of={Printer} className="size-4" />
          Print
        </Button>
      </div>
    </div>
  );
}
