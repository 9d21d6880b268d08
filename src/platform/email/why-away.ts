import { journal } from '../../../journal.config.ts'
import type { SmtpSettings } from './smtp-settings.ts'

/** What nodemailer throws. */
export interface SmtpError extends Error {
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
    return `${server} does not encrypt (STARTTLS), or somebody on the way prevents it: nothing was sent.`
  }
  if (/wrong version number|packet length too long/i.test(error.message)) {
    return `${server} does not begin encrypted: for this port SMTP_URL begins with smtp://, not smtps://.`
  }
  if (code === 'EAUTH' && responseCode < 500) return `${server} cannot check names and passwords at the moment.`
  if (code === 'EAUTH') return `${server} does not accept the name and password of SMTP_URL.`
  if (command === 'MAIL FROM' && login === null && (responseCode === 530 || responseCode === 503)) {
    return `${server} asks for a name and a password, or for encryption: SMTP_URL has none.`
  }
  if (command === 'MAIL FROM') return `${server} takes no email from ${journal.contact.email}.`
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(originalCode))
    return `There is no answer to where ${host} is (DNS).`
  if (originalCode === 'ECONNREFUSED') return `Nothing listens at ${host}:${port}.`
  if (code === 'ETIMEDOUT' || /ETIMEDOUT|TIMEOUT/.test(originalCode)) {
    return encryption === 'tls'
      ? `${server} does not answer.`
      : `${server} does not answer. Is it the right port? For port 465, SMTP_URL begins with smtps://.`
  }
  return `${server} ended the conversation.`
}
