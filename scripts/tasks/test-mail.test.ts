import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { makeAuthority } from '../../tests/support/certificates.ts'
import { eximMissing, openExim, type EximServer } from '../../tests/support/exim-server.ts'
import { openTestJournal } from '../../tests/support/databases.ts'
import { setValue } from '../../src/journal/settings/command.ts'
import { startJournal } from '../../src/journal/settings/start.ts'
import { openSmtpServer, type SmtpServer, type SmtpServerOptions } from '../../tests/support/smtp-server.ts'

const task = join(import.meta.dirname, 'test-mail.ts')
const authority = makeAuthority()
const LOGIN = { user: 'journal', pass: 'p@ss/50%' }
const NAMED = `${LOGIN.user}:${encodeURIComponent(LOGIN.pass)}@`
const TO = 'rosa@plants.test'

const open: SmtpServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})
const serve = async (options?: SmtpServerOptions): Promise<SmtpServer> => {
  open.push(await openSmtpServer(options))
  return open.at(-1)!
}

/** A machine's address that is not known to be the machine's own: the server is asked there as another one would be. */
const elsewhere = (server: SmtpServer, named = ''): string => server.url.replace('127.0.0.1', `${named}0.0.0.0`)

const testMail = (smtpUrl: string, ...args: string[]) => testMailOf({}, smtpUrl, ...args)

async function testMailOf(environment: Record<string, string>, smtpUrl: string, ...args: string[]) {
  const trusted = join(mkdtempSync(join(inject('temporaryFolder'), 'test-mail-')), 'authority.pem')
  writeFileSync(trusted, authority.cert)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', task, ...args], {
    env: {
      PATH: process.env.PATH,
      SMTP_URL: smtpUrl,
      NODE_EXTRA_CA_CERTS: trusted,
      PUBLIC_URL: 'https://journal.test',
      ...environment,
    },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (part) => (stdout += String(part)))
  child.stderr.on('data', (part) => (stderr += String(part)))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, stdout, stderr }
}

describe('npm run test-mail', () => {
  test('sends one email, encrypted by STARTTLS and signed in, and says so', async () => {
    const server = await serve({ encryption: authority.certificate('0.0.0.0'), login: LOGIN })
    const { status, stdout, stderr } = await testMail(elsewhere(server, NAMED), TO)
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^Mail server: 0\.0\.0\.0, port \d+, encrypted by STARTTLS\.\nSigning in as journal\.\n/)
    expect(stdout).toContain('The mail server has taken the email.')
    // The settings as delivered would send as someone at example.org.
    expect(stdout).toContain('is a placeholder: enter your own under Settings, Identity.')
    expect(stdout).not.toContain('p@ss')
    expect((await server.next(TO)).text).toContain('https://journal.test')
    expect(server.received).toHaveLength(1)
  })

  test('sends under the name and from the address that are published', async () => {
    const journal = await openTestJournal('sqlite')
    try {
      const { database, resources, where, dataDir } = journal
      await startJournal(database, resources.textBuilder)
      await setValue(database, resources.textBuilder, 'name', 'Chenab Journal of Botany')
      await setValue(database, resources.textBuilder, 'contact.email', 'editors@chenab.test')
      expect(where).toEqual({ file: join(dataDir, 'journal.sqlite') })
      const server = await serve()
      const { stdout, stderr } = await testMailOf({ DATA_DIR: dataDir }, server.url, TO)
      expect(stderr).toBe('')
      expect(stdout).toContain('From: Chenab Journal of Botany <editors@chenab.test>')
      expect((await server.next(TO)).header('from')).toContain('editors@chenab.test')
    } finally {
      await journal.close()
    }
  })

  test('sends over a server that is encrypted from the start', async () => {
    const server = await serve({ encryption: { ...authority.certificate('0.0.0.0'), from: 'the start' }, login: LOGIN })
    expect(await testMail(elsewhere(server, NAMED), TO)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('encrypted from the start'),
    })
    expect(server.received).toHaveLength(1)
  })

  test.each([
    ['is for another name', authority.certificate('mail.plants.test'), 'is for another name: nothing was sent.'],
    [
      'has expired',
      authority.certificate('0.0.0.0', { until: new Date('2020-01-01') }),
      'has expired: nothing was sent.',
    ],
    [
      'comes from nobody trusted',
      makeAuthority().certificate('0.0.0.0'),
      'is not signed by anyone this machine trusts: nothing was sent.',
    ],
  ])('sends nothing if the certificate %s', async (_case, encryption, words) => {
    const server = await serve({ encryption, login: LOGIN })
    const { status, stderr } = await testMail(elsewhere(server, NAMED), TO)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^The certificate of 0\.0\.0\.0:\d+ /)
    expect(stderr).toContain(words)
    expect(server.received).toEqual([])
  })

  test('says in a sentence what is missing', async () => {
    expect(await testMail('smtp://127.0.0.1:9')).toMatchObject({
      status: 1,
      stderr: 'Please give one email address: npm run test-mail -- you@example.org\n',
    })
    expect(await testMail('', TO)).toMatchObject({
      status: 1,
      stderr: 'SMTP_URL is not set: the journal has no mail server, and its emails wait.\n',
    })
    const refused = await testMail('smtp://127.0.0.1:9', 'rosa, bruno')
    expect(refused).toMatchObject({ status: 1, stderr: 'The mail server refuses it: This is not an email address.\n' })
  })
})

describe.skipIf(eximMissing !== null)(`a real mail server${eximMissing ? ` (left out: ${eximMissing})` : ''}`, () => {
  let behind: SmtpServer
  let exim: EximServer
  beforeEach(async () => {
    behind = await serve()
    exim = await openExim(authority.certificate('0.0.0.0'), LOGIN, Number(new URL(behind.url).port))
  })
  afterEach(() => exim.close())

  test('takes an email by STARTTLS and sign-in, and passes it on', async () => {
    const { status, stdout, stderr } = await testMail(`smtp://${NAMED}0.0.0.0:${exim.port}`, TO)
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).toContain('encrypted by STARTTLS')
    const email = await behind.next(TO)
    expect(email.text).toContain('It was sent by hand.')
    expect(exim.log()).toMatch(/<= editor@example\.org .* X=TLS1\.3:\S+ .*A=plain:journal/)
  })

  test('refuses a wrong password, and nobody’s email without one', async () => {
    const wrong = await testMail(`smtp://journal:Marigold-77@0.0.0.0:${exim.port}`, TO)
    expect(wrong.status).toBe(1)
    expect(wrong.stderr).toMatch(/does not accept the name and password of SMTP_URL\. \(535 /)
    const nobody = await testMail(`smtp://0.0.0.0:${exim.port}`, TO)
    expect(nobody.status).toBe(1)
    expect(nobody.stderr).toBe('The mail server refuses it: 550 relay not permitted\n')
    expect(behind.received).toEqual([])
  })
})
