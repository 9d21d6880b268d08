/**
 * The web servers that may be in front of the journal, started with the files of `deploy/`: only names, paths and ports are
 * replaced.
 */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { makeAuthority } from './certificates.ts'
import { startOutside } from './outside-program.ts'
import { freePort } from './postgres-server.ts'

/** The name in the files of `deploy/`. */
export const HOST = 'journal.example.org'
const deploy = join(import.meta.dirname, '..', '..', 'deploy')

export interface Proxy {
  /** Where it answers with http and https. */
  ports: { http: number; https: number }
  /** The authority that its certificate comes from, in PEM. */
  authority: string
  close(): Promise<void>
}

export const find = (name: string): string | null =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)) ?? null

/** nginx with `deploy/nginx.conf`, or another file of `deploy/` that is written for the same name. */
export async function startNginx(journalPort: number, file = 'nginx.conf'): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'journal-nginx-'))
  const ports = { http: await freePort(), https: await freePort() }
  const authority = makeAuthority()
  const { key, cert } = authority.certificate(HOST)
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
  const site = readFileSync(join(deploy, file), 'utf8')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${journalPort}`)
    .replace(/^.*listen \[::\].*\n/gm, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${ports.http}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${ports.https}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/cert.pem;`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key.pem;`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${folder}/${one};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 512; }
     http { access_log off; ${temporary.join(' ')}\n${site} }`,
  )
  return running(
    find('nginx')!,
    ['-p', folder, '-c', join(folder, 'nginx.conf')],
    {},
    folder,
    ports,
    () => authority.cert,
  )
}

/** Caddy with `deploy/Caddyfile`, and certificates of an authority that it makes itself. */
export async function startCaddy(journalPort: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'journal-caddy-'))
  const ports = { http: await freePort(), https: await freePort() }
  const site = readFileSync(join(deploy, 'Caddyfile'), 'utf8')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${journalPort}`)
    // Tests do not wait so long for a journal that does not come back.
    .replace('lb_try_duration 10s', 'lb_try_duration 1s')
  const file = join(folder, 'Caddyfile')
  const options = `admin off\nlocal_certs\nskip_install_trust\nhttp_port ${ports.http}\nhttps_port ${ports.https}`
  writeFileSync(file, `{\n${options}\n}\n${site}`)
  const root = join(folder, 'caddy', 'pki', 'authorities', 'local', 'root.crt')
  const environment = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return running(find('caddy')!, ['run', '--config', file, '--adapter', 'caddyfile'], environment, folder, ports, () =>
    existsSync(root) ? readFileSync(root, 'utf8') : null,
  )
}

async function running(
  program: string,
  args: string[],
  environment: Record<string, string>,
  folder: string,
  ports: Proxy['ports'],
  authority: () => string | null,
): Promise<Proxy> {
  const proxy: Proxy = { ports, authority: '', close: () => Promise.resolve() }
  const ready = async () => {
    proxy.authority = authority() ?? ''
    if (!proxy.authority) return false
    return ask(proxy, '/api/health').then(
      ({ status }) => status === 200,
      () => false,
    )
  }
  proxy.close = await startOutside({ program, args, folder, environment, ready })
  return proxy
}

export interface ProxyAnswer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

/** Asks for a path as a browser at `from` would, with https and a certificate that is checked. */
export function ask(
  { ports, authority }: Proxy,
  path: string,
  { from, body, http, ...options }: RequestOptions & { from?: string; body?: Buffer | Readable; http?: boolean } = {},
): Promise<ProxyAnswer> {
  const how: RequestOptions & { ca?: string; servername?: string } = {
    host: '127.0.0.1',
    port: http ? ports.http : ports.https,
    path,
    method: body ? 'POST' : 'GET',
    localAddress: from ?? '127.0.0.1',
    ...options,
    headers: { host: HOST, ...options.headers },
    // A connection of its own for each.
    agent: false,
    ...(http ? {} : { ca: authority, servername: HOST }),
  }
  return new Promise((resolve, reject) => {
    const asked = (http ? httpRequest : httpsRequest)(how)
    asked.on('error', reject)
    asked.on('upgrade', () => reject(new Error('The server changed the protocol.')))
    asked.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('error', reject)
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(parts) }),
      )
    })
    if (body && !Buffer.isBuffer(body)) body.pipe(asked)
    else asked.end(body)
  })
}
