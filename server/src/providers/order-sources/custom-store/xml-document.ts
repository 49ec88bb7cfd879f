/** An element of a parsed document. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  /** The text directly inside, with CDATA. */
  text: string;
}

export class XmlError extends Error {}

const MAX_DEPTH = 20;
/** More than an export needs: an order with 500 items has about 8,000. */
const MAX_ELEMENTS = 200_000;
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const ENCODINGS: readonly string[] = ['utf-8', 'utf8', 'us-ascii', 'iso-8859-1', 'windows-1252'];
const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const NAME = /[A-Za-z_][\w.:-]{0,99}/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w.:-]{0,99})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;

/**
 * Reads a small, strict part of XML: elements, attributes, text, CDATA and comments. Document types are
 * refused, so the sender cannot define entities that expand or read files.
 */
export function parseXml(bytes: Buffer): XmlElement {
  return new Parser(decode(bytes)).document();
}

function decode(bytes: Buffer): string {
  const start = bytes.subarray(0, 200).toString('latin1');
  const encoding =
    /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!ENCODINGS.includes(encoding)) throw new XmlError('The encoding is not supported');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new XmlError('The text does not match its declared encoding', { cause });
  }
}

class Parser {
  readonly #text: string;
  #at = 0;
  #elements = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): XmlElement {
    // Programs print blank lines before the declaration.
    this.#skip(/\s*/y);
    this.#skip(/<\?xml\s[^?>]*\?>/y);
    this.#skipMisc();
    if (!this.#isAt('<')) throw new XmlError('This is not XML');
    const root = this.#elementTree();
    this.#skipMisc();
    if (this.#at !== this.#text.length) throw new XmlError('Unexpected content after the root element');
    return root;
  }

  /** A loop instead of recursion: the depth of the input must not be the depth of our stack. */
  #elementTree(): XmlElement {
    const { element: root, isEmpty } = this.#startTag();
    const open = isEmpty ? [] : [root];
    this.#contents(open);
    while (open.length > 0) {
      const next = this.#startTag();
      open.at(-1)?.children.push(next.element);
      if (!next.isEmpty) open.push(next.element);
      if (open.length > MAX_DEPTH) throw new XmlError('The elements are nested too deeply');
      this.#contents(open);
    }
    return root;
  }

  /** Reads text and end tags up to the next start tag, or until no element is open. */
  #contents(open: XmlElement[]): void {
    for (let element = open.at(-1); element; element = open.at(-1)) {
      const next = this.#text.indexOf('<', this.#at);
      if (next === -1) throw new XmlError('Unexpected end of document');
      if (next > this.#at) element.text += decodeText(this.#text.slice(this.#at, next));
      this.#at = next;
      if (this.#isAt('<![CDATA[')) element.text += this.#until('<![CDATA[', ']]>');
      else if (this.#isAt('<!--')) this.#until('<!--', '-->');
      else if (this.#isAt('</')) {
        this.#endTag(element.name);
        open.pop();
      } else if (this.#isAt('<!') || this.#isAt('<?')) throw new XmlError('Declarations are not allowed');
      else return;
    }
  }

  #startTag(): { element: XmlElement; isEmpty: boolean } {
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS) throw new XmlError('There are too many elements');
    this.#at += 1;
    const name = this.#name();
    const attributes = this.#attributes();
    const end = this.#match(/\s*(\/?)>/y);
    if (!end) throw new XmlError('A tag is not closed');
    return { element: { name, attributes, children: [], text: '' }, isEmpty: end[1] === '/' };
  }

  #attributes(): ReadonlyMap<string, string> {
    let found = this.#match(ATTRIBUTE);
    if (!found) return NO_ATTRIBUTES;
    const attributes = new Map<string, string>();
    for (; found; found = this.#match(ATTRIBUTE)) {
      const [, key = '', double, single] = found;
      if (attributes.has(key)) throw new XmlError('Duplicate attribute');
      attributes.set(key, decodeText(double ?? single ?? ''));
    }
    return attributes;
  }

  #endTag(name: string): void {
    this.#at += 2;
    if (this.#name() !== name || !this.#match(/\s*>/y)) throw new XmlError('An end tag does not match');
  }

  #name(): string {
    const found = this.#match(NAME);
    if (!found) throw new XmlError('A name is missing');
    return found[0];
  }

  /** Comments and blanks outside the root. */
  #skipMisc(): void {
    for (;;) {
      this.#skip(/\s*/y);
      if (!this.#isAt('<!--')) break;
      this.#until('<!--', '-->');
    }
    if (this.#isAt('<!') || this.#isAt('<?')) throw new XmlError('Declarations are not allowed');
  }

  #until(start: string, end: string): string {
    const from = this.#at + start.length;
    const to = this.#text.indexOf(end, from);
    if (to === -1) throw new XmlError('Unexpected end of document');
    this.#at = to + end.length;
    return this.#text.slice(from, to);
  }

  #isAt = (text: string) => this.#text.startsWith(text, this.#at);
  #skip = (pattern: RegExp) => void this.#match(pattern);

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }
}

function decodeText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&\s]{0,10});?/g, (entity, name: string) => {
    const found = entity.endsWith(';') ? (PREDEFINED[name] ?? characterOf(name)) : undefined;
    if (found === undefined) throw new XmlError('An entity is not defined');
    return found;
  });
}

function characterOf(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([\da-fA-F]{1,6})|(\d{1,7}))$/.exec(name) ?? [];
  const code = Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

/** Text for an element or attribute, without characters that XML cannot contain. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
