import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesTag } from './header-lists.ts'
import type { KeptAnswer } from './kept-answer.ts'

/** Sends a prepared response in the best encoding that the client accepts, or 304 if its copy is current. */
export async function sendKept(
  { headers: asked }: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
): Promise<FastifyReply> {
  const { etag, bytes, headers, unchanged } = await answer.form(answer.encodingFor(asked['accept-encoding']))
  const current = etag !== undefined && namesTag(asked['if-none-match'], etag)
  const lines = current ? unchanged : headers
  for (let at = 0; at < lines.length; at += 2) void reply.header(lines[at]!, lines[at + 1])
  return current ? reply.code(304).send() : reply.code(answer.status).send(bytes)
}
