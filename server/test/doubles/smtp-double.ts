import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and text as received, without protocol dots. */
  data: string;
  user: string | null;
}

/** A command, or the end of a mail's text. */
type SmtpMoment = 'CONNECT' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'TEXT' | 'RSET' | 'QUIT';

/** A fault: an error answer, no answer, or a closed connection. */
type SmtpMischief = { answer: string } | 'silence' | 'cut';

export interface SmtpDoubleOptions {
  host?: string;
  /** The account that may send; without it anyone may. */
  login?: { user: string; password: string };
}

/** A mail server that stores emails and has faults on request. */
export class SmtpDouble {
  readonly mails: ReceivedMail[] = [];
  readonly commands: string[] = [];
  readonly faults = new Map<SmtpMoment, SmtpMischief>();
  connections = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  readonly #options: SmtpDoubleOptions;

  constructor(options: SmtpDoubleOptions = {}) {
    this.#options = options;
    this.#server = createServer((socket) => this.#serve(socket).catch(() => socket.destroy()));
  }

  /** Resolves with the URL for SMTP_URL. */
  async listen(): Promise<string> {
    const { host = '127.0.0.1', login } = this.#options;
    this.#server.listen(0, host);
    await once(this.#server, 'listening');
    const who = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
    return `smtp://${who}${host}:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(socket: Socket): Promise<void> {
    this.connections += 1;
    this.#sockets.add(socket.on('error', () => {}));
    socket.on('close', () => this.#sockets.delete(socket));
    const session: Session = { user: null, from: '', to: [], text: null };
    const answer = ([moment, usual]: Reply) => {
      const instead = this.faults.get(moment) ?? { answer: usual };
      if (instead === 'cut') socket.destroy();
      else if (instead !== 'silence') socket.write(`${instead.answer}\r\n`);
    };
    answer(['CONNECT', '220 double.example ready']);
    for await (const line of linesOf(socket)) {
      if (session.text === null) answer(this.#command(line, session));
      else if (line !== '.') session.text.push(line.replace(/^\./, ''));
      else answer(this.#take(session, session.text));
    }
  }

  #command(line: string, session: Session): Reply {
    this.commands.push(line);
    const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    const { login } = this.#options;
    switch (name.toUpperCase()) {
      case 'EHLO':
        return ['EHLO', `250-double.example\r\n${login ? '250-AUTH PLAIN\r\n' : ''}250 SMTPUTF8`];
      case 'AUTH': {
        const [, user = '', password] = Buffer.from(rest.replace(/^PLAIN /, ''), 'base64')
          .toString()
          .split('\0');
        if (user !== login?.user || password !== login.password) return ['AUTH', '535 5.7.8 who are you'];
        session.user = user;
        return ['AUTH', '235 welcome'];
      }
      case 'MAIL':
        session.from = pathIn(rest);
        return ['MAIL', login && session.user === null ? '530 5.7.0 log in first' : '250 ok'];
      case 'RCPT':
        session.to.push(pathIn(rest));
        return ['RCPT', '250 ok'];
      case 'DATA':
        if (!this.faults.has('DATA')) session.text = [];
        return ['DATA', '354 go on'];
      case 'RSET':
        session.to = [];
        return ['RSET', '250 ok'];
      case 'QUIT':
        return ['QUIT', '221 bye'];
      default:
        return ['QUIT', '502 what'];
    }
  }

  #take(session: Session, text: string[]): Reply {
    const { user, from, to } = session;
    // Stored before the answer, because a lost answer does not undo the delivery.
    if (isYes(this.faults.get('TEXT'))) this.mails.push({ user, from, to, data: text.join('\r\n') });
    session.to = [];
    session.text = null;
    return ['TEXT', '250 taken'];
  }
}

type Reply = [SmtpMoment, string];

interface Session {
  user: string | null;
  from: string;
  to: string[];
  text: string[] | null;
}

const isYes = (faults: SmtpMischief | undefined) =>
  faults === undefined || typeof faults === 'string' || faults.answer.startsWith('2');

const pathIn = (rest: string) => /<([^>]*)>/.exec(rest)?.[1] ?? '';

async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of socket.setEncoding('utf8')) {
    const lines = `${rest}${piece}`.split('\r\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
