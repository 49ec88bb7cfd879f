/** One server-sent event. `id` is the newest that the stream has named, also for events without one. */
export interface StreamEvent {
  event: string;
  data: string;
  id: string | null;
}

/** Reads a stream of server-sent events in pieces of any size: a line, or even a line's end, may be cut in two. */
export function createEventParser(): (text: string) => StreamEvent[] {
  let rest = '';
  let afterReturn = false;
  let event = '';
  let data: string[] = [];
  let id: string | null = null;

  const dispatch = (): StreamEvent[] => {
    const found = data.length > 0 ? [{ event: event || 'message', data: data.join('\n'), id }] : [];
    event = '';
    data = [];
    return found;
  };

  const readLine = (line: string): StreamEvent[] => {
    if (line === '') return dispatch();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
    return [];
  };

  return (text) => {
    // A piece that ended with a return has closed its line; the line feed that follows belongs to the same end.
    const piece = afterReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text === '') return [];
    afterReturn = text.endsWith('\r');
    const lines = (rest + piece).split(/\r\n|\r|\n/);
    rest = lines.pop() ?? '';
    return lines.flatMap(readLine);
  };
}
