/**
 * A real mail server for tests, on a free port of this machine: it takes what it is sent and keeps it,
 * or does whatever trouble a test asks of it.
 *
 *   const server = await openSmtpServer()
 *   server.trouble = 'busy'                        // 451 to the next emails, until it is null again
 *   const email = await server.next('rosa@plants.test')
 *   email.subject, email.text, email.html, email.header('message-id')
 */
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'

// The library delays its greeting by 100 ms to detect clients that talk first: too long for hundreds of emails.
SMTPConnection.prototype.init = function () {
  this._setListeners(() => this.connectionReady())
}

/**
 * busy: refuses temporarily. unknown: refuses the recipient permanently. drops: closes the connection midway.
 * hangs: never answers. repeats the link: refuses the email and quotes its link. not this sender, no relaying: refuses
 * what it is set up to refuse to everybody.
 */
export type SmtpTrouble =
  'busy' | 'unknown' | 'drops' | 'hangs' | 'repeats the link' | 'not this sender' | 'no relaying'

export interface ReceivedEmail {
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  attachments: { filename: string; contentType: string; content: string }[]
  /** By name in lower case, unfolded and decoded; undefined if absent. */
  header(name: string): string | undefined
  /** The names of all headers, in order, with repetitions. */
  headerNames: string[]
}

export interface SmtpServer {
  /** For SMTP_URL. */
  url: string
  received: ReceivedEmail[]
  trouble: SmtpTrouble | null
  /** Waits for the next email to this address that `next` has not returned yet. */
  next(to: string): Promise<ReceivedEmail>
  close(): Promise<void>
}

export interface SmtpServerOptions {
  /** A certificate: STARTTLS is offered with it, or the conversation begins encrypted. */
  encryption?: { key: string; cert: string; from?: 'the start' }
  /** Whom it lets in; it then takes emails from nobody else. */
  login?: { user: string; pass: string }
}

export async function openSmtpServer({ encryption, login }: SmtpServerOptions = {}): Promise<SmtpServer> {
  const received: ReceivedEmail[] = []
  const given = new Set<ReceivedEmail>()
  const refuse = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
  const smtp = new SMTPServer({
    authOptional: login === undefined,
    // A server that lets people in would let them in unencrypted too: what keeps a password secret is the journal.
    allowInsecureAuth: true,
    secure: encryption?.from === 'the start',
    ...(encryption ? { key: encryption.key, cert: encryption.cert } : { disabledCommands: ['STARTTLS'] }),
    onAuth: ({ username, password }, _session, done) => {
      if (server.trouble === 'busy') return done(refuse(454, 'Temporary authentication failure'))
      const right = username === login?.user && password === login?.pass
      return right ? done(null, { user: username }) : done(refuse(535, 'Authentication credentials invalid'))
    },
    onMailFrom: (_address, _session, done) => {
      done(server.trouble === 'not this sender' ? refuse(553, '5.7.1 Sender address rejected: not yours') : null)
    },
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: (_address, _session, done) => {
      if (server.trouble === 'no relaying') return done(refuse(554, '5.7.1 Relay access denied'))
      return done(server.trouble === 'unknown' ? refuse(550, 'No such person here') : null)
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      if (server.trouble === 'drops') for (const { _socket } of smtp.connections) _socket.destroy()
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (server.trouble === 'hangs') return
        if (server.trouble === 'busy') return done(refuse(451, 'Busy, please come back later'))
        const email = parseEmail(Buffer.concat(parts).toString('utf8'), session)
        if (server.trouble === 'repeats the link') {
          return done(refuse(554, `Looks like spam: ${/https?:\S+/.exec(email.text)?.[0]}`))
        }
        if (server.trouble === null) received.push(email)
        done(null)
      })
    },
  })
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as { port: number }
  const server: SmtpServer = {
    url: `${encryption?.from ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    received,
    trouble: null,
    next: async (to) => {
      for (const patience = Date.now() + 10_000; ;) {
        const email = received.find((one) => one.to.includes(to) && !given.has(one))
        if (email) {
          given.add(email)
          return email
        }
        if (Date.now() > patience) throw new Error(`No email has come for ${to}.`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
  return server
}

/** Parses the subset of MIME that the journal's emails use: a text, an HTML alternative, and attachments. */
function parseEmail(source: string, { envelope }: SMTPServerSession): ReceivedEmail {
  const [top] = halves(source)
  const headers = headersOf(top)
  const header = (name: string) => headers.find((one) => one.name === name)?.value
  const parts = partsOf(source)
  const alternative = (type: string) =>
    (parts.find((one) => one.type.startsWith(type) && !one.disposition)?.content ?? '').replace(/\r\n/g, '\n')
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map((receiver) => receiver.address),
    subject: header('subject') ?? '',
    text: alternative('text/plain'),
    html: alternative('text/html'),
    attachments: parts
      .filter(({ disposition }) => disposition.startsWith('attachment'))
      .map(({ type, disposition, content }) => ({
        filename: /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? '',
        contentType: type,
        content,
      })),
    header,
    headerNames: headers.map((one) => one.name),
  }
}

interface Part {
  type: string
  disposition: string
  content: string
}

/** The parts of an email that hold something, in order. */
function partsOf(source: string): Part[] {
  const [top, body] = halves(source)
  const headers = headersOf(top)
  const value = (name: string) => headers.find((one) => one.name === name)?.value ?? ''
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/.exec(value('content-type'))?.[1]
  if (boundary === undefined) {
    const content = decodeBody(body, value('content-transfer-encoding'))
    return [{ type: value('content-type'), disposition: value('content-disposition'), content }]
  }
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
}

function halves(source: string): [string, string] {
  const end = source.indexOf('\r\n\r\n')
  return [source.slice(0, end), source.slice(end + 4)]
}

const headersOf = (top: string) =>
  top
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => ({
      name: line.slice(0, line.indexOf(':')).toLowerCase(),
      value: decodeWords(line.slice(line.indexOf(':') + 1).trim()),
    }))

const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, encoding, content]) =>
          encoding!.toLowerCase() === 'b'
            ? Buffer.from(content!, 'base64')
            : quotedPrintable(content!.replaceAll('_', ' ')),
        ),
      ).toString('utf8'),
    )

const decodeBody = (content: string, encoding: string): string => {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? quotedPrintable(content).toString('utf8') : content
}

const quotedPrintable = (content: string): Buffer =>
  Buffer.from(
    content
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_code, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )
