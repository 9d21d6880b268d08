import { createHash } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { StorageUnavailable, type BucketSettings } from './store.ts'

/** In milliseconds: for a connection, and without a byte on it. Each is tried twice. */
export interface Patience {
  connectMs: number
  silentMs: number
}

const ATTEMPTS = 2
/** Before another attempt, at most: several that failed together don't return together. */
const PAUSE_MS = 100
const CONNECTIONS = 50

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Of an object; the bucket itself without one. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
}

/** The store has answered, and not with success. */
export class S3Refusal extends Error {
  override name = 'S3Refusal'
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`The store answers ${status} ${code}`)
    this.status = status
    this.code = code
  }
}

/** Sends a signed request, and returns an answer that says success. Its body must be read or resumed. */
export type SendToS3 = (request: S3Request) => Promise<IncomingMessage>

/** A function that sends requests to a bucket. Whatever fails there is `StorageUnavailable`, with the reason for the log. */
export function s3Sender(settings: BucketSettings, patience: Patience): SendToS3 {
  const { region, accessKeyId, secretAccessKey } = settings
  const base = baseOf(settings)
  const { Agent, request: open } = base.startsWith('https:') ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const signingKeys = new Map<string, ArrayBuffer>()

  const sendOnce = async ({ method, key, query = {}, headers = {}, body }: S3Request) => {
    const signer = new AwsV4Signer({
      method,
      url: `${base}${key === undefined ? '' : `/${pathOf(key)}`}?${new URLSearchParams(query)}`,
      // The signature covers the bytes, so that none arrives changed.
      headers: { ...headers, 'x-amz-content-sha256': sha256Of(body ?? '') },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      cache: signingKeys,
    })
    const signed = await signer.sign()
    const sent = open(signed.url, {
      agent,
      method,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(method !== 'GET' && { 'content-length': body?.length ?? 0 }),
      },
    })
    const answer = await answerTo(sent, body, patience)
    if (answer.statusCode! < 300) return answer
    const code = /<Code>(\w+)<\/Code>/.exec(await text(answer))?.[1] ?? ''
    throw new S3Refusal(answer.statusCode!, code)
  }

  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await sendOnce(request)
      } catch (error) {
        if (attempt < ATTEMPTS && mayPass(error)) await pause(Math.random() * PAUSE_MS)
        else throw new StorageUnavailable(reasonOf(error), { isRefusal: isRefusal(error), cause: error })
      }
    }
  }
}

/** The address of a bucket. Amazon's certificate is for names of buckets without dots. */
function baseOf({ bucket, region, endpoint }: BucketSettings): string {
  if (endpoint) return `${endpoint.replace(/\/$/, '')}/${bucket}`
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`
}

const pathOf = (key: string): string => key.split('/').map(encodeURIComponent).join('/')

const sha256Of = (body: Uint8Array | string): string => createHash('sha256').update(body).digest('hex')

/** Sends the body. Ends the connection if it isn't there in time, or silent for too long, also within the answer. */
function answerTo(
  sent: http.ClientRequest,
  body: Uint8Array | undefined,
  { connectMs, silentMs }: Patience,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined
    sent.on('error', reject)
    sent.on('response', (received) => resolve((answer = received)))
    sent.on('socket', (socket) => {
      if (!socket.connecting) return
      const late = setTimeout(() => sent.destroy(new TimeoutError('connection')), connectMs)
      socket.once('connect', () => clearTimeout(late)).once('close', () => clearTimeout(late))
    })
    sent.setTimeout(silentMs)
    sent.on('timeout', () => {
      // Bytes that wait here mean a slow reader, not a silent store.
      if (answer?.readableLength) sent.setTimeout(silentMs)
      else sent.destroy(new TimeoutError('answer'))
    })
    sent.end(body)
  })
}

class TimeoutError extends Error {
  override name = 'TimeoutError'
  constructor(missing: string) {
    super(`No ${missing} in time`)
  }
}

/** Whether another attempt may succeed: all but a refusal that is meant. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof S3Refusal) || error.status >= 500 || error.status === 429 || error.code === 'RequestTimeout'

const isRefusal = (error: unknown): boolean => error instanceof S3Refusal && [400, 401, 403, 404].includes(error.status)

function reasonOf(error: unknown): string {
  if (!(error instanceof S3Refusal))
    return `The store for files cannot be reached (${(error as { code?: string }).code ?? (error as Error).name})`
  const { status, code } = error
  const said = code && ` (${code})`
  if (status === 401 || status === 403) return `The store for files refuses access${said}`
  if (status === 404) return 'There is no such bucket in the store for files'
  return `The store for files answers ${status}${said}`
}
