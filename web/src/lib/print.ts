const LOAD_LIMIT_MS = 10_000;
/** The system's print dialog reads the file until the user closes it. */
const KEEP_MS = 10 * 60_000;

function hiddenFrame(url: string) {
  const frame = document.createElement('iframe');
  frame.className = 'sr-only';
  frame.tabIndex = -1;
  frame.title = 'Label to print';
  frame.setAttribute('aria-hidden', 'true');
  frame.src = url;
  return frame;
}

const loaded = (frame: HTMLIFrameElement) =>
  new Promise<void>((done, fail) => {
    const timer = setTimeout(() => fail(new Error('The PDF did not load in time.')), LOAD_LIMIT_MS);
    frame.addEventListener('load', () => {
      clearTimeout(timer);
      done();
    });
  });

type PrintOutcome = 'printed' | 'opened' | 'blocked';

/**
 * Opens the print dialog without leaving the page. Browsers that cannot print a framed PDF get it in a new
 * tab.
 */
export async function printPdf(pdf: Blob): Promise<PrintOutcome> {
  const url = URL.createObjectURL(pdf);
  const frame = hiddenFrame(url);
  const cleanUp = () => {
    frame.remove();
    URL.revokeObjectURL(url);
  };
  setTimeout(cleanUp, KEEP_MS);
  try {
    const ready = loaded(frame);
    document.body.append(frame);
    await ready;
    if (!frame.contentWindow) throw new Error('The print frame has no window.');
    frame.contentWindow.print();
    return 'printed';
  } catch (error) {
    console.warn('Could not print from this page; opening the label in a new tab', error);
    frame.remove();
    return window.open(url, '_blank') ? 'opened' : 'blocked';
  }
}
