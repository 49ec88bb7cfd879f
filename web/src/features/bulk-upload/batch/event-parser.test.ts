import { describe, expect, it } from 'vitest';
import { createEventParser } from './event-parser.ts';

const STREAM =
  ': hello\n\nevent: batch\nid: 4\ndata: {"a":1}\n\nevent: rows\r\nid: 5\r\ndata: one\r\ndata: two\r\n\r\ndata:bare\r\rid: 6\n\n';

const EVENTS = [
  { event: 'batch', data: '{"a":1}', id: '4' },
  { event: 'rows', data: 'one\ntwo', id: '5' },
  { event: 'message', data: 'bare', id: '5' },
];

describe('a stream of server-sent events', () => {
  it('is read with any line end, comments and several lines of data', () => {
    expect(createEventParser()(STREAM)).toEqual(EVENTS);
  });

  it('gives the same events wherever it is cut', () => {
    for (let cut = 0; cut <= STREAM.length; cut += 1) {
      const parse = createEventParser();
      expect([...parse(STREAM.slice(0, cut)), ...parse(STREAM.slice(cut))], `cut at ${cut}`).toEqual(EVENTS);
    }
    const parse = createEventParser();
    expect([...STREAM].flatMap((character) => parse(character))).toEqual(EVENTS);
  });

  it('keeps back an event that has not ended', () => {
    const parse = createEventParser();
    expect(parse('data: half\n')).toEqual([]);
    expect(parse('\n')).toEqual([{ event: 'message', data: 'half', id: null }]);
  });
});
