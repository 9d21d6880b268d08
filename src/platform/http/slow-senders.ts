import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors.ts'
import { errorAnswer } from './errors.ts'
import { isMeasuredUpload } from './multipart.ts'

/** Time limits for receiving requests, so that connections cannot be held open by sending next to nothing. */
export interface Patience {
  /** For the complete headers. */
  headersMs: number
  /** For a complete body, except uploads. */
  bodyMs: number
  /** For uploads: a minimum number of bytes in each time window, with no total limit. */
  windowMs: number
  windowBytes: number
  /** For the rest of a body after its response, unless it is an upload of known length. */
  lingerMs: number
  /** How often the header timeout is checked. */
  checkMs: number
}

/** An upload of 10 MB at the minimum rate takes 55 minutes: a mobile connection with very poor reception. */
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
    /** Marks routes that take files: their senders must keep a minimum rate instead of a time limit. */
    takesFiles?: boolean
    /** False for requests that change nothing, although they are sent as others that do. */
    writes?: false | undefined
  }
}

/**
 * Closes connections that send a body too slowly. Node's own `requestTimeout` is the same for all requests,
 * too short for an honest upload over a slow connection and too long for anything else, so it is off.
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
    // A browser reads the response only after sending the whole file, so a sender that keeps the rate may
    // finish.
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
    // If bytes are waiting here to be read, the sender is not to blame.
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

/** Responds as Node does to slow headers, and closes the connection: the handler sees the body break off. */
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
