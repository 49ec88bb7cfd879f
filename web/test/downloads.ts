import { onTestFinished, vi } from 'vitest';

interface DownloadedFile {
  name: string;
  content: Blob;
}

/** Collects the files that the page saves, in order, instead of saving them. */
export function catchDownloads(): DownloadedFile[] {
  const files: DownloadedFile[] = [];
  const blobs = new Map<string, Blob>();
  const { createObjectURL } = URL;
  const creating = vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const url = createObjectURL(content);
    if (content instanceof Blob) blobs.set(url, content);
    return url;
  });
  const clicking = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    const content = blobs.get(this.href);
    if (content) files.push({ name: this.download, content });
  });
  onTestFinished(() => {
    creating.mockRestore();
    clicking.mockRestore();
  });
  return files;
}
