/** A name for one request that nobody else uses. `crypto.randomUUID` is missing where a page is served without TLS, as in many a warehouse. */
export const newRequestKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
