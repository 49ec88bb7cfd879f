/** Parses our ZPL like a printer: kind and content of each field, with escapes resolved by Zebra's ZPL II programming guide. */
interface ZplField {
  x: number;
  y: number;
  kind: 'text' | 'box' | 'code128' | 'pdf417' | 'maxicode';
  /** Parameters of the command that names the kind. */
  parameters: string[];
  module: number;
  data: string;
}

const KINDS: Record<string, ZplField['kind']> = {
  A0: 'text',
  GB: 'box',
  BC: 'code128',
  B7: 'pdf417',
  BD: 'maxicode',
};

export function readZpl(zpl: string): ZplField[] {
  const body = /^\^XA\n(.*)\^PQ1\n\^XZ\n$/s.exec(zpl)?.[1];
  if (body === undefined) throw new Error('Not one complete ZPL format');
  return body.split('^FS').slice(0, -1).map(readField);
}

function readField(source: string): ZplField {
  const commands = source
    .split('^')
    .slice(1)
    .map((command) => ({ name: command.slice(0, 2), rest: command.slice(2).replace(/\n$/, '') }));
  const restOf = (name: string) => commands.find((command) => command.name === name)?.rest;
  const [x = Number.NaN, y = Number.NaN] = (restOf('FO') ?? restOf('FT') ?? '').split(',').map(Number);
  const kindName = commands.find(({ name }) => name in KINDS)?.name ?? '';
  const kind = KINDS[kindName];
  if (!kind) throw new Error(`Field without a kind: ${source}`);
  const raw = restOf('FD') ?? '';
  const decoded = restOf('FH') === '_' ? unescaped(raw) : raw;
  return {
    x,
    y,
    kind,
    parameters: (restOf(kindName) ?? '').split(','),
    module: Number(restOf('BY') ?? Number.NaN),
    data: kind === 'code128' ? code128Text(raw) : kind === 'maxicode' ? decoded : withoutBackslashes(decoded),
  };
}

function unescaped(data: string): string {
  const bytes = data.replace(/_(..)/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

const withoutBackslashes = (data: string) =>
  data.replace(/\\(.)/g, (_, next: string) => {
    if (next !== '\\') throw new Error(`Unexpected line break: ${data}`);
    return next;
  });

const SETS: Record<string, 'A' | 'B' | 'C'> = { '9': 'A', ':': 'B', ';': 'C', '7': 'A', '6': 'B', '5': 'C' };
const CHARACTERS: Record<string, string> = { '<': '^', '0': '>', '=': '~' };

/** The text of a ^BC field; a function character becomes GS, except at the start. */
function code128Text(data: string): string {
  let set: 'A' | 'B' | 'C' | null = null;
  let text = '';
  for (let at = 0; at < data.length; at++) {
    const character = data.charAt(at);
    if (character !== '>') {
      if (set === 'C') {
        if (!/^\d\d$/.test(data.slice(at, at + 2))) throw new Error(`Odd number of digits: ${data}`);
        text += data.slice(at, at + 2);
        at += 1;
      } else text += character;
      continue;
    }
    at += 1;
    const code = data.charAt(at);
    if (code === '8') text += text === '' ? '' : '\x1d';
    else if (CHARACTERS[code]) text += CHARACTERS[code];
    else set = SETS[code] ?? set;
  }
  if (!set) throw new Error(`No start character: ${data}`);
  return text;
}
