import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../domain-error.ts'
import { errorAnswer } from './errors.ts'
import { isMeasuredUpload } from './multipart.ts'

/** How long a sender may take. Nobody can hold a connection by sending next to nothing. */
export interface Patience {
  /** For all headers. */
  headersMs: number
  /** For a whole body, uploads aside. */
  bodyMs: number
  /** For uploads: in each window at least so many bytes, for as long as that goes on. */
  windowMs: number
  windowBytes: number
  /** For what is still sent of a body after its answer, where that is no upload of a known length. */
  lingerMs: number
  /** How often the headers' time is looked at. */
  checkMs: number
}

/** An upload of 10 MB at the slowest rate takes 55 minutes: a mobile line with hardly any reception. */
export const PATIENCE: Patience = {
  headersMs: 30_000,
  bodyMs: 60_000,
  windowMs: 30_000,
  windowBytes: 96 * 1024,
  lingerMs: 30_000,
  checkMs: 10_000,
}

const TOO_SLOW = 'The connection was too slow, and the request did not arrive in time. Please try again.'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes files: their senders are held to a rate, not to a time. */
    takesFiles?: boolean
  }
}

/**
 * Cuts those who send a body too slowly. Node's own `requestTimeout` knows one time for all requests,
 * too short for an honest upload over a thin line and too long for anything else, so it is off.
 */
export function cutSlowSenders(app: FastifyInstance, patience: Patience): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    if (!hasBody(raw)) return
    const tooSlow = () => cut(raw, reply.raw)
    if (routeOptions.config.takesFiles) expectRate(raw, patience, tooSlow)
    else whileBodyComes(raw, setTimeout(tooSlow, patience.bodyMs))
  })
  app.addHook('onResponse', async ({ raw, routeOptions }) => {
    if (!hasBody(raw) || raw.complete) return
    // A browser reads the answer when it has sent the file: whoever keeps to the rate may send it to its end.
    if (routeOptions.config.takesFiles && isMeasuredUpload(raw)) return
    const linger = setTimeout(() => raw.destroy(), patience.lingerMs)
    whileBodyComes(raw, linger)
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function expectRate(raw: IncomingMessage, { windowMs, windowBytes }: Patience, tooSlow: () => void): void {
  let before = raw.socket.bytesRead
  const look = () => {
    const { bytesRead } = raw.socket
    // Where bytes wait here to be read, the sender is not the one to blame.
    if (raw.readableLength === 0 && bytesRead - before < windowBytes) tooSlow()
    before = bytesRead
  }
  whileBodyComes(raw, setInterval(look, windowMs))
}

function whileBodyComes(raw: IncomingMessage, timer: NodeJS.Timeout): void {
  timer.unref()
  const stop = () => clearTimeout(timer)
  raw.once('end', stop)
  raw.once('close', stop)
}

/** Answers as Node does to slow headers, and ends the connection: what works on the body sees it break off. */
function cut({ socket }: IncomingMessage, answer: ServerResponse): void {
  if (answer.headersSent) return void socket.destroy()
  const body = JSON.stringify(errorAnswer(new DomainError('too_slow', TOO_SLOW)))
  const head = [
    'HTTP/1.1 408 Request Timeout',
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
