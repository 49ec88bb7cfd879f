const MAX_LENGTH = 150;

/** Everything except the characters that a plain `filename` can contain without quotes. */
const UNSAFE = /[^A-Za-z0-9 ._-]+/g;

/** RFC 5987: everything but these characters is percent-encoded. */
const encoded = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * The header of a download (RFC 6266). Names may contain text of a carrier or a client, so anything that could
 * end the value, start another header or hide the file's type is replaced, and other letters are encoded.
 */
export function contentDisposition(fileName: string): string {
  const name =
    fileName
      .toWellFormed()
      .replace(/[\p{C}\p{Zl}\p{Zp}"\\/:*?<>|;]+/gu, '_')
      .slice(-MAX_LENGTH)
      .toWellFormed()
      .replace(/^[ ._]+/, '') || 'download';
  const plain = name.replace(UNSAFE, '_');
  const extended = plain === name ? '' : `; filename*=UTF-8''${encoded(name)}`;
  return `attachment; filename="${plain}"${extended}`;
}
