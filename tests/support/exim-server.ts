/**
 * A real mail server, Exim as Debian packages it, on a free port of this machine: it asks for encryption and sign-in, and
 * passes what it takes on to a mail server of the tests.
 */
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Certificate } from './certificates.ts'
import { startOutside } from './outside-program.ts'
import { freePort } from './postgres-server.ts'

const PROGRAM = '/usr/sbin/exim4'

/** Why Exim cannot be started here; null if it can. */
export const eximMissing = !existsSync(PROGRAM)
  ? 'Exim is not installed (on Debian: apt-get install exim4-daemon-light)'
  : process.getuid?.() !== 0
    ? 'Exim’s configuration can be replaced by root alone'
    : null

export interface EximServer {
  port: number
  /** What it has written into its log. */
  log(): string
  close(): Promise<void>
}

export async function openExim(
  { key, cert }: Certificate,
  login: { user: string; pass: string },
  passOnTo: number,
): Promise<EximServer> {
  const folder = mkdtempSync(join(tmpdir(), 'journal-exim-'))
  const port = await freePort()
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o640 })
    return join(folder, name)
  }
  // The configuration stays root's own, or Exim would not trust it.
  const config = file(
    'exim.conf',
    `primary_hostname = mail.plants.test
spool_directory = ${folder}/spool
log_file_path = ${folder}/%slog
log_selector = +tls_cipher
keep_environment =
deliver_drop_privilege
tls_advertise_hosts = *
tls_certificate = ${file('cert.pem', cert)}
tls_privatekey = ${file('key.pem', key)}
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
acl_smtp_rcpt = take
begin acl
take:
  accept authenticated = *
  deny message = relay not permitted
begin routers
on:
  driver = manualroute
  route_list = * 127.0.0.1
  self = send
  transport = on
begin transports
on:
  driver = smtp
  port = ${passOnTo}
  allow_localhost
  hosts_avoid_tls = *
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_advertise_condition = \${if def:tls_in_cipher}
  server_prompts = :
  server_condition = \${if and {{eq{$auth2}{${login.user}}}{eq{$auth3}{${login.pass}}}}}
  server_set_id = $auth2
`,
  )
  const id = (option: string) => Number(spawnSync('id', [option, 'Debian-exim'], { encoding: 'utf8' }).stdout)
  for (const path of ['', 'cert.pem', 'key.pem']) chownSync(join(folder, path), id('-u'), id('-g'))
  const args = ['-C', config, '-bdf']
  const close = await startOutside({ program: PROGRAM, args, folder, ready: () => listens(port) })
  return { port, log: () => readFileSync(join(folder, 'mainlog'), 'utf8'), close }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
