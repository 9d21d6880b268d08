import { MINUTE_MS } from '../../contract/rules/text/dates.ts'
import { journal } from '../../contract/journal.ts'
import type { RenderedEmail } from './render.ts'
import { readSmtpUrl, type SmtpSettings } from './smtp-settings.ts'

export interface Email extends RenderedEmail {
  /** The same for every attempt, so that mail programs recognise duplicates. */
  id: string
  recipient: string
}

export interface Mailer {
  /** Resolves once the mail server has accepted the email; throws an `EmailFailure` otherwise. */
  send(email: Email): Promise<void>
}

/** Why an email was not accepted, in short and without secrets. */
export class EmailFailure extends Error {
  /** The server refuses this email for this recipient. */
  readonly refused: boolean
  /** The server itself could not be used: other emails would fail as well. */
  readonly away: boolean
  /** The recipient's address itself is refused for good: it is mistyped, or no longer exists. */
  readonly badAddress: boolean
  constructor(
    message: string,
    { refused, away, badAddress }: { refused: boolean; away: boolean; badAddress: boolean },
  ) {
    super(message)
    this.name = 'EmailFailure'
    this.refused = refused
    this.away = away
    this.badAddress = badAddress
  }
}

// SMTP_URL can replace these: smtp://mail.example.org?socketTimeout=60000 (milliseconds).
const PATIENCE = { dnsTimeout: 10_000, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000 }
/** The total time limit of an attempt, however slowly the server responds. */
const LONGEST_TRY_MS = 2 * MINUTE_MS

/**
 * Sends over the mail server of `SMTP_URL`. Emails hold secret links, so all of them are encrypted on their way to another
 * machine, with a certificate that is checked. A journal without a mail server does not load the library.
 */
export async function openMailer(smtpUrl: string, publicUrl: string): Promise<Mailer> {
  const { default: nodemailer } = await import('nodemailer')
  const settings = readSmtpUrl(smtpUrl)
  const { encryption } = settings
  const transport = nodemailer.createTransport({
    ...PATIENCE,
    ...settings.patience,
    host: settings.host,
    port: settings.port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'off',
    ...(settings.login ? { auth: settings.login } : {}),
    ...(encryption === 'own machine' ? { tls: { rejectUnauthorized: false } } : {}),
  })
  const host = new URL(publicUrl).hostname
  return {
    async send({ id, recipient, subject, text, html, attachments, unsubscribe }) {
      if (/[\s\p{Cc}<>,;"]/u.test(recipient)) {
        throw new EmailFailure('This is not an email address.', { refused: true, away: false, badAddress: true })
      }
      // As it is published now: another one may be published while the program runs.
      const contact = { name: journal().name, address: journal().contact.email }
      try {
        await transport.sendMail({
          from: contact,
          replyTo: contact,
          // As an object it is one address, whatever it contains.
          to: { name: '', address: recipient },
          subject,
          text,
          html,
          attachments: attachments.map(({ filename, contentType, content }) => ({ filename, contentType, content })),
          messageId: `<${id}@${host}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe
              ? {
                  // As it is: a line that is too long is folded where it may be.
                  'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
                  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
                }
              : {}),
          },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(LONGEST_TRY_MS),
        })
      } catch (error) {
        throw failure(error, settings)
      }
    },
  }
}

function failure(error: unknown, settings: SmtpSettings): EmailFailure {
  const { code, command, response, responseCode, message } = error as SmtpError
  // All emails have the same sender: a server that refuses it takes none of them.
  const aboutThisEmail =
    responseCode !== undefined && (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM'
  const refused = aboutThisEmail && responseCode >= 500
  const words = short(response ?? message)
  return new EmailFailure(aboutThisEmail ? words : `${whyAway(error as SmtpError, settings)} (${words})`, {
    refused,
    away: !aboutThisEmail,
    // 5.7 (RFC 3463) is a rule of the server, such as against relaying: nothing is wrong with the address.
    badAddress: refused && command === 'RCPT TO' && !/^\d{3}[ -]5\.7\./.test(response ?? ''),
  })
}

/** A server may echo what it was sent, including links and passwords: anything that looks like one is removed. */
const short = (words: string): string =>
  words
    .replace(/[\w+/=-]{20,}/g, '…')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, 200)

/** What nodemailer throws. */
interface SmtpError extends Error {
  code?: string
  /** The system's own code, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

/** Why the mail server could not be used, in a sentence for the person who has set it up. */
export function whyAway(error: SmtpError, { host, port, login, encryption }: SmtpSettings): string {
  const { code, originalCode = '', command, responseCode = 0 } = error
  const server = `The mail server ${host}:${port}`
  if (originalCode === 'CERT_HAS_EXPIRED') return `The certificate of ${host}:${port} has expired: nothing was sent.`
  if (originalCode === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of ${host}:${port} is for another name: nothing was sent. SMTP_URL has to name the server as its certificate does.`
  }
  if (originalCode.includes('CERT') || originalCode.includes('SIGNATURE')) {
    return `The certificate of ${host}:${port} is not signed by anyone this machine trusts: nothing was sent.`
  }
  if (code === 'ETLS' && command === 'STARTTLS') {
    return `${server} does not encrypt (STARTTLS), or someone on the way prevents it: nothing was sent.`
  }
  if (/wrong version number|packet length too long/i.test(error.message)) {
    return `${server} does not begin encrypted: for this port SMTP_URL begins with smtp://, not smtps://.`
  }
  if (code === 'EAUTH' && responseCode < 500) return `${server} cannot check names and passwords at the moment.`
  if (code === 'EAUTH') return `${server} does not accept the name and password of SMTP_URL.`
  if (command === 'MAIL FROM' && login === null && (responseCode === 530 || responseCode === 503)) {
    return `${server} asks for a name and a password, or for encryption: SMTP_URL has none.`
  }
  if (command === 'MAIL FROM') return `${server} does not accept email from ${journal().contact.email}.`
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(originalCode)) return `The name ${host} could not be found (DNS).`
  if (originalCode === 'ECONNREFUSED') return `Nothing listens at ${host}:${port}.`
  if (code === 'ETIMEDOUT' || /ETIMEDOUT|TIMEOUT/.test(originalCode)) {
    return encryption === 'tls'
      ? `${server} does not answer.`
      : `${server} does not answer. Is it the right port? For port 465, SMTP_URL begins with smtps://.`
  }
  return `${server} closed the connection.`
}
