import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { journal } from '../../../journal.config.ts'
import { makeAuthority } from '../../../tests/support/certificates.ts'
import { openSmtpServer, type SmtpServer, type SmtpServerOptions } from '../../../tests/support/smtp-server.ts'
import { readEnvironment } from '../../app/environment.ts'
import { useDefaultJournal } from '../../../tests/support/default-journal.ts'
import { journal as current, setJournal } from '../../contract/journal.ts'
import { openMailer, type EmailFailure } from './mailer.ts'

const LOGIN = { user: 'journal', pass: 'Marigold-77' }
const NAMED = `${LOGIN.user}:${LOGIN.pass}@`
const TO = 'rosa@plants.test'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
async function serve(options?: SmtpServerOptions): Promise<SmtpServer> {
  const server = await openSmtpServer(options)
  closing.push(() => server.close())
  return server
}

/** An address that nothing shows to be this machine's own: the server is asked there as one elsewhere would be. */
const elsewhere = (url: string, named = ''): string => url.replace('127.0.0.1', `${named}0.0.0.0`)

async function send(smtpUrl: string): Promise<EmailFailure | null> {
  readEnvironment({ SMTP_URL: smtpUrl })
  const mailer = await openMailer(smtpUrl, 'https://journal.test')
  const email = { id: 'id', recipient: TO, subject: 'Ferns', text: 'Ferns', html: '<p>Ferns', attachments: [] }
  return mailer.send(email).then(
    () => null,
    (error: unknown) => error as EmailFailure,
  )
}

/** A mail server whose offer to encrypt was removed on the way: it would take everything, and notes what it reads. */
async function stripped(answerToStartTls: string): Promise<{ url: string; read: () => string }> {
  let read = ''
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.write('220 mail.plants.test ESMTP\r\n')
    socket.on('data', (part) => {
      read += part.toString('latin1')
      const word = /^\w+/.exec(part.toString('latin1'))?.[0]
      if (word === 'EHLO') socket.write('250-mail.plants.test\r\n250 AUTH PLAIN LOGIN\r\n')
      else if (word === 'STARTTLS') socket.write(`${answerToStartTls}\r\n`)
      else socket.write('250 fine\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, read: () => read }
}

describe('the way to the mail server', () => {
  test.each([
    ['with a password', NAMED, '502 unknown command'],
    ['without one', '', '454 TLS not available'],
    ['and something else answers', NAMED, '220 go ahead'],
  ])('sends neither password nor email if STARTTLS is taken away on the way, %s', async (_case, named, answer) => {
    const server = await stripped(answer)
    const failure = await send(`${elsewhere(server.url, named)}?connectionTimeout=2000&greetingTimeout=2000`)
    expect(failure).toMatchObject({ away: true, refused: false })
    if (answer !== '220 go ahead') expect(failure!.message).toContain('does not encrypt (STARTTLS)')
    expect(server.read()).toMatch(/^EHLO [^\r]*\r\nSTARTTLS\r\n/)
    expect(server.read()).not.toMatch(/AUTH|MAIL FROM|DATA|Marigold|Ferns/)
  })

  test('is encrypted without any sign-in, too', async () => {
    const server = await serve()
    expect(await send(elsewhere(server.url))).toMatchObject({
      away: true,
      message: expect.stringContaining('does not encrypt (STARTTLS)'),
    })
    expect(server.received).toEqual([])
  })

  test('is unencrypted where tls=off asks for it', async () => {
    const server = await serve()
    expect(await send(`${elsewhere(server.url)}?tls=off`)).toBeNull()
    expect(server.received).toHaveLength(1)
  })

  test.each([['localhost'], ['127.0.0.1']])(
    'needs no certificate that is known on this machine itself (%s)',
    async (name) => {
      const server = await serve({ encryption: makeAuthority().certificate('elsewhere.test'), login: LOGIN })
      expect(await send(server.url.replace('127.0.0.1', `${NAMED}${name}`))).toBeNull()
      expect(server.received).toHaveLength(1)
    },
  )
})

test('the sender is the journal as it is published when an email is sent', async () => {
  const server = await serve()
  const mailer = await openMailer(server.url, 'https://journal.test')
  const email = { recipient: TO, subject: 'Ferns', text: 'Ferns', html: '<p>Ferns', attachments: [] }
  const before = current()
  try {
    await mailer.send({ id: 'one', ...email })
    const contact = { ...before.contact, email: 'editors@chenab.example' }
    setJournal(() => ({ ...before, name: 'Chenab, "Journal" <of> Botany', contact }))
    await mailer.send({ id: 'two', ...email })
  } finally {
    useDefaultJournal()
  }
  const [first, second] = server.received
  expect(first!.header('from')).toContain(before.contact.email)
  expect(second!.header('from')).toBe(String.raw`"Chenab, \"Journal\" <of> Botany" <editors@chenab.example>`)
  expect(second!.header('reply-to')).toContain('editors@chenab.example')
})

describe('a mail server that cannot be used', () => {
  const trouble = async (which: SmtpServer['trouble'], options: SmtpServerOptions = {}, named = '') => {
    const server = await serve(options)
    server.trouble = which
    return send(server.url.replace('127.0.0.1', `${named}127.0.0.1`))
  }

  test('refuses the password', async () => {
    const failure = await trouble(null, { login: LOGIN }, 'journal:Wrong-Password-77@')
    expect(failure).toMatchObject({ away: true, refused: false, badAddress: false })
    expect(failure!.message).toMatch(
      /^The mail server 127\.0\.0\.1:\d+ does not accept the name and password of SMTP_URL\. \(535 /,
    )
    expect(failure!.message).not.toContain('Wrong-Password')
  })

  test('cannot check the password for now', async () => {
    expect(await trouble('busy', { login: LOGIN }, NAMED)).toMatchObject({
      away: true,
      message: expect.stringContaining('cannot check names and passwords at the moment. (454 '),
    })
  })

  test('asks for a password that the settings do not have', async () => {
    expect(await trouble(null, { login: LOGIN })).toMatchObject({
      away: true,
      message: expect.stringContaining('asks for a name and a password'),
    })
  })

  test('takes nothing from this sender: no single email is to blame', async () => {
    expect(await trouble('not this sender')).toMatchObject({
      away: true,
      refused: false,
      badAddress: false,
      message: expect.stringContaining(`does not accept email from ${journal.contact.email}. (553 `),
    })
  })

  test('relays nothing: the recipient’s address is not to blame', async () => {
    expect(await trouble('no relaying')).toMatchObject({
      away: false,
      refused: true,
      badAddress: false,
      message: '554 5.7.1 Relay access denied',
    })
    expect(await trouble('unknown')).toMatchObject({ away: false, refused: true, badAddress: true })
  })

  test('is not there, and has no name', async () => {
    expect((await send('smtp://127.0.0.1:9'))!.message).toBe(
      'Nothing listens at 127.0.0.1:9. (connect ECONNREFUSED 127.0.0.1:9)',
    )
    expect((await send('smtp://mail.invalid'))!.message).toMatch(/^The name mail\.invalid could not be found \(DNS\)\./)
  })

  test('begins encrypted where the setting says otherwise, and the other way round', async () => {
    const encryption = makeAuthority().certificate('0.0.0.0')
    const encrypted = await serve({ encryption: { ...encryption, from: 'the start' } })
    expect((await send(`${encrypted.url.replace('smtps:', 'smtp:')}?greetingTimeout=300`))!.message).toContain(
      'For port 465, SMTP_URL begins with smtps://.',
    )
    const plain = await serve({ encryption })
    expect((await send(plain.url.replace('smtp:', 'smtps:')))!.message).toContain(
      'SMTP_URL begins with smtp://, not smtps://.',
    )
  })
})

describe('SMTP_URL', () => {
  const sentence = (smtpUrl: string) => {
    try {
      return readEnvironment({ SMTP_URL: smtpUrl }).smtpUrl
    } catch (error) {
      return (error as Error).message
    }
  }

  test.each([
    ['smtp://mail.plants.test?tls.rejectUnauthorized=false', 'must not have the option tls.rejectUnauthorized'],
    ['smtp://me:secret@mail.plants.test?ignoreTLS=true', 'must not have the option ignoreTLS'],
    ['smtp://me:secret@mail.plants.test?tls=off', 'must not have tls=off with a password'],
    ['smtp://mail.plants.test?tls=no', 'must have tls=off or no tls at all'],
    ['smtps://mail.plants.test?tls=off', 'must not have tls=off with smtps'],
    ['smtp://me@mail.plants.test', 'must have both a name and a password, or neither'],
    ['smtp://me:secret%@mail.plants.test', 'must have special characters of the password in their encoded form'],
    ['smtp://mail.plants.test?socketTimeout=soon', 'must give time limits in milliseconds'],
  ])('%s is refused', (smtpUrl, words) => {
    expect(sentence(smtpUrl)).toContain(`The setting SMTP_URL is not right: it ${words}`)
    expect(sentence(smtpUrl)).not.toContain('secret')
  })

  test.each([
    ['smtp://me:p%40ss@mail.plants.test:587?socketTimeout=60000'],
    ['smtps://me:secret@mail.plants.test'],
    ['smtp://relay.plants.test:25?tls=off'],
    ['smtp://[::1]:25'],
  ])('%s is taken', (smtpUrl) => expect(sentence(smtpUrl)).toBe(smtpUrl))
})
