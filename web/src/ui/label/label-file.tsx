import { type ReactNode, useState } from 'react';
import type { ShownLabel } from '../../lib/label-file-picture.ts';
import { buttonClass } from '../button.tsx';
import { cx } from '../cx.ts';
import { COPY } from './copy.ts';

interface LabelFileProps {
  /** Null while loading. */
  file: ShownLabel | null;
  description: string;
  /** Shown until the file has loaded. */
  placeholder: ReactNode;
  /** Plays the print animation once, when the file has loaded. */
  feed?: boolean;
  className: string;
}

/** Makes the browser's PDF viewer hide its toolbar and fit the page. */
const VIEWER_OPTIONS = '#toolbar=0&navpanes=0&view=Fit';

/** The purchased label: an image if the server can render one, else the carrier's PDF. */
export function LabelFile({ file, description, placeholder, feed, className }: LabelFileProps) {
  const [loaded, setLoaded] = useState<string | null>(null);
  const framed = file?.format === 'pdf' && navigator.pdfViewerEnabled;
  const shown = file !== null && (!framed || loaded === file.url);
  const sheet = cx('block aspect-[4/6] bg-paper', className, shown ? feed && 'label-feed' : 'invisible');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] *:col-start-1 *:row-start-1">
      {!shown && placeholder}
      {file?.format === 'png' && <img src={file.url} alt={description} className={sheet} />}
      {framed && (
        <iframe
          title={description}
          src={`${file.url}${VIEWER_OPTIONS}`}
          onLoad={() => setLoaded(file.url)}
          className={sheet}
        />
      )}
      {file?.format === 'pdf' && !framed && <PdfLink url={file.url} className={className} />}
    </div>
  );
}

/** Most phones cannot show a PDF inside a page. */
function PdfLink({ url, className }: { url: string; className: string }) {
  return (
    <div
      className={cx(
        'grid aspect-[4/6] content-center justify-items-center gap-4 border border-line bg-surface p-5 text-center',
        className,
      )}
    >
      <p className="text-text-2">{COPY.pdfOnly}</p>
      <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'secondary' })}>
        Open PDF
      </a>
    </div>
  );
}
