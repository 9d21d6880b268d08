import type { FastifyRequest } from 'fastify'
import { SESSION_EXPIRED } from '../../contract/domain/messages.ts'
import type { Caller } from '../call.ts'
import { DomainError } from '../domain-error.ts'
import { findLiveSession } from './queries.ts'
import type { SessionResources } from './resources.ts'

/**
 * Who sent the request: null without an Authorization header, refused when the token is bad, too
 * old, or its session has ended. The role is the one in the database now, not the token's.
 */
export async function callerOf(
  request: FastifyRequest,
  { accessTokens, database }: SessionResources,
): Promise<Caller | null> {
  const header = request.headers.authorization
  if (header === undefined) return null
  const token = /^Bearer (\S+)$/i.exec(header)?.[1]
  const claims = token === undefined ? null : await accessTokens.read(token)
  const caller = claims && (await findLiveSession(database.db, claims.sessionId))
  if (!caller) throw new DomainError('unauthenticated', SESSION_EXPIRED)
  return caller
}
