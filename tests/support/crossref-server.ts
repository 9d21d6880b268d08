/**
 * A real HTTP server that stands in for Crossref: it takes deposits as `servlet/deposit` does, validates each against
 * the schema, keeps the newest of every DOI by its timestamp, and answers `servlet/submissionDownload`.
 *
 *   const crossref = await openCrossrefServer({ prefix: '10.5555' })
 *   crossref.trouble = 'drops'            // takes the next deposits and closes the connection, until it is null
 *   crossref.queued = 1                   // the next submission is in the queue once when it is asked about
 *   crossref.registered.get('10.5555/a')  // { timestamp, xml }
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { XmlDocument } from 'libxml2-wasm'
import { escapeAttribute } from '../../src/contract/rules/text/plain-text.ts'
import { crossrefFaults } from './crossref-schema.ts'

/**
 * busy: 503. throttled: 429. drops: takes the deposit and closes the connection. loses: closes it and takes nothing.
 * hangs: takes the deposit and never answers. riddle: takes it and answers with another page. conflict: registers it
 * with a warning. broken log: answers questions with something else.
 */
export type CrossrefTrouble = 'busy' | 'throttled' | 'drops' | 'loses' | 'hangs' | 'riddle' | 'conflict' | 'broken log'

interface Submission {
  id: number
  fileName: string
  xml: string
  /** How often it is still found in the queue. */
  queued: number
  log?: string
}

export interface CrossrefServer {
  url: string
  user: string
  password: string
  trouble: CrossrefTrouble | null
  queued: number
  submissions: Submission[]
  registered: Map<string, { timestamp: bigint; xml: string }>
  /** The paths that were asked for, without their queries. */
  requests: string[]
  close(): Promise<void>
}

export async function openCrossrefServer({ prefix }: { prefix: string }): Promise<CrossrefServer> {
  // Reading the schema takes seconds, which no deposit should wait for.
  crossrefFaults('<doi_batch/>')
  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const server: CrossrefServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    user: 'jpbr/role',
    password: 'crossref-password-of-the-tests',
    trouble: null,
    queued: 0,
    submissions: [],
    registered: new Map(),
    requests: [],
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections()
        http.close(() => resolve())
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, server.url)
    server.requests.push(`${request.method} ${url.pathname}`)
    if (request.method === 'POST' && url.pathname === '/servlet/deposit') return take(request, response)
    if (request.method === 'GET' && url.pathname === '/servlet/submissionDownload') return tell(url, response)
    response.writeHead(404).end()
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat((await request.toArray()) as Buffer[])
    const { trouble } = server
    if (trouble === 'busy') return void response.writeHead(503).end('Service unavailable')
    if (trouble === 'throttled') return void response.writeHead(429).end('Too many')
    if (trouble === 'loses') return void request.socket.destroy()
    const form = await new Response(body, { headers: { 'content-type': request.headers['content-type']! } }).formData()
    if (form.get('login_id') !== server.user || form.get('login_passwd') !== server.password) {
      return void response.writeHead(401).end('The login is incorrect')
    }
    const file = form.get('fname')
    if (form.get('operation') !== 'doMDUpload' || !(file instanceof File)) return void response.writeHead(400).end()
    server.submissions.push({
      ...{ id: 1_000_000 + server.submissions.length, fileName: file.name, xml: await file.text() },
      queued: server.queued,
    })
    if (trouble === 'drops') return void request.socket.destroy()
    if (trouble === 'hangs') return
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      trouble === 'riddle'
        ? '<html><body><h2>Maintenance</h2></body></html>'
        : '<html><head><title>SUCCESS</title></head><body><h2>SUCCESS</h2><p>Your batch submission was successfully received.</p></body></html>',
    )
  }

  function tell(url: URL, response: ServerResponse): void {
    const asked = url.searchParams
    if (asked.get('usr') !== server.user || asked.get('pwd') !== server.password) {
      return void response.writeHead(401).end()
    }
    response.writeHead(200, { 'content-type': 'text/xml' })
    if (server.trouble === 'broken log') return void response.end('<html><body>Not now</body></html>')
    // The first that fits: submissions are known by the names of their files.
    const submission = server.submissions.find(({ fileName }) => fileName === asked.get('file_name'))
    if (!submission) return void response.end('<doi_batch_diagnostic status="unknown_submission" sp="test"/>')
    if (submission.queued > 0) {
      submission.queued--
      return void response.end(
        `<doi_batch_diagnostic status="queued"><submission_id>${submission.id}</submission_id></doi_batch_diagnostic>`,
      )
    }
    submission.log ??= process(submission)
    response.end(submission.log)
  }

  function process({ id, xml }: Submission): string {
    const faults = crossrefFaults(xml)
    if (faults.length) return log(id, '', [failure('', `Deposited XML does not validate: ${faults.join(' ')}`)])
    const document = XmlDocument.fromString(xml)
    const texts = (path: string) =>
      document.find(path, { c: 'http://www.crossref.org/schema/5.4.0' }).map(({ content }) => content)
    const batchId = texts('//c:doi_batch_id')[0]!
    const timestamp = BigInt(texts('//c:head/c:timestamp')[0]!)
    const dois = texts('//c:journal_article/c:doi_data/c:doi')
    document.dispose()
    return log(
      id,
      batchId,
      dois.map((doi) => register(doi, timestamp, xml)),
    )
  }

  function register(doi: string, timestamp: bigint, xml: string): string {
    const former = server.registered.get(doi)
    if (!doi.startsWith(`${prefix}/`)) return failure(doi, `User not allowed to add records for prefix: ${prefix}`)
    if (former && timestamp <= former.timestamp) {
      return failure(
        doi,
        `Record not processed because submitted version: ${timestamp} is less or equal to previously submitted version (DOI match)`,
      )
    }
    server.registered.set(doi, { timestamp, xml })
    if (server.trouble === 'conflict') {
      return `<record_diagnostic status="Warning"><doi>${doi}</doi><msg>Added with conflict</msg><conflict_id>7</conflict_id></record_diagnostic>`
    }
    return `<record_diagnostic status="Success"><doi>${doi}</doi><msg>Successfully ${former ? 'updated' : 'added'}</msg></record_diagnostic>`
  }

  return server
}

const failure = (doi: string, message: string): string =>
  `<record_diagnostic status="Failure" msg_id="29"><doi>${doi}</doi><msg>${escapeAttribute(message)}</msg></record_diagnostic>`

function log(id: number, batchId: string, records: string[]): string {
  const count = (status: string) => records.filter((record) => record.includes(`status="${status}"`)).length
  return `<?xml version="1.0" encoding="UTF-8"?>
<doi_batch_diagnostic status="completed" sp="test.crossref.local">
  <submission_id>${id}</submission_id>
  <batch_id>${batchId}</batch_id>
  ${records.join('\n  ')}
  <batch_data><record_count>${records.length}</record_count><success_count>${count('Success')}</success_count>
    <warning_count>${count('Warning')}</warning_count><failure_count>${count('Failure')}</failure_count></batch_data>
</doi_batch_diagnostic>`
}
