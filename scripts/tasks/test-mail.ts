import { randomUUID } from 'node:crypto'
import { journal } from '../../src/contract/journal.ts'
import { readEnvironment } from '../../src/app/environment.ts'
import { readJournal } from '../../src/app/open.ts'
import { EmailFailure, openMailer } from '../../src/platform/email/mailer.ts'
import { readSmtpUrl, type SmtpSettings } from '../../src/platform/email/smtp-settings.ts'

/** `npm run test-mail -- ADDRESS`: sends one email by the mail server of the settings, and reports what happened. */
async function main(): Promise<void> {
  const [address, ...more] = process.argv.slice(2)
  if (!address || more.length) throw new Error('Please give one email address: npm run test-mail -- you@example.org')
  const environment = readEnvironment(process.env)
  const { smtpUrl, publicUrl } = environment
  if (!smtpUrl) throw new Error('SMTP_URL is not set: the journal has no mail server, and its emails wait.')
  const settings = readSmtpUrl(smtpUrl)
  await readJournal(environment)
  say(`Mail server: ${settings.host}, port ${settings.port}, ${encryptionOf(settings)}.`)
  say(settings.login ? `Signing in as ${settings.login.user}.` : 'Without signing in.')
  say(`From: ${journal().name} <${journal().contact.email}>. To: ${address}.`)
  const mailer = await openMailer(smtpUrl, publicUrl)
  const text = `This is a test of the mail server of ${journal().name}, ${publicUrl}. It was sent by hand. Nobody needs to answer.`
  await mailer.send({
    id: randomUUID(),
    recipient: address,
    subject: `A test of ${journal().name}`,
    text: `${text}\n`,
    html: `<!doctype html><p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
    attachments: [],
  })
  say('The mail server has taken the email. Look for it in the inbox, and in the folder for spam, within some minutes.')
  if (/@(.+\.)?example\.(org|com|net)$/.test(journal().contact.email)) {
    say(`The sender, ${journal().contact.email}, is a placeholder: enter your own under Settings, Identity.`)
  }
}

const encryptionOf = ({ encryption }: SmtpSettings): string =>
  ({
    tls: 'encrypted from the start',
    starttls: 'encrypted by STARTTLS',
    off: 'not encrypted, because SMTP_URL has tls=off',
    'own machine': 'on this machine',
  })[encryption]

const say = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  await main()
} catch (error) {
  const { message } = error as Error
  process.stderr.write(
    error instanceof EmailFailure && !error.away ? `The mail server refuses it: ${message}\n` : `${message}\n`,
  )
  process.exitCode = 1
}
