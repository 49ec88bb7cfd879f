/** Leaves the application for a page of another site. Anything but a web page is refused. */
export function leaveFor(url: string): void {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('This is not the address of a web page');
  window.location.assign(href);
}
