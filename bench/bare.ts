/** The least that Node can do: a ready buffer with the journal's headers, or a file streamed from the disk. */
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { FROM_DISK, type Recorded } from './answers.ts'

const answers = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Recorded[]

const senders = new Map(
  answers.flatMap(({ path, headers, file }): [string, (response: ServerResponse) => void][] => {
    const body = readFileSync(file)
    const whole = { ...headers, 'content-length': statSync(file).size }
    return [
      [path, (response) => response.writeHead(200, whole).end(body)],
      [path + FROM_DISK, (response) => createReadStream(file).pipe(response.writeHead(200, whole))],
    ]
  }),
)
const unchanged = new Map(
  answers.map(({ path, headers }) => {
    const { etag, 'content-type': _type, 'content-encoding': _encoding, ...others } = headers
    return [path, { etag, headers: { etag, ...others } }]
  }),
)

const server = createServer((request, response) => {
  const path = request.url!
  const known = unchanged.get(path)
  if (known?.etag !== undefined && request.headers['if-none-match'] === known.etag) {
    response.writeHead(304, known.headers).end()
  } else {
    senders.get(path)!(response)
  }
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`port ${(server.address() as { port: number }).port}\n`)
})
