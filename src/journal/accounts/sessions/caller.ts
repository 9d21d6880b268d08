import type { FastifyRequest } from 'fastify'
import { SESSION_EXPIRED } from '../../../contract/rules/text/messages.ts'
import type { Caller } from '../../../platform/call.ts'
import { DomainError } from '../../../platform/errors.ts'
import { lacksSecondFactor } from '../second-factors/queries.ts'
import { findLiveSession } from './queries.ts'
import type { SessionResources } from './resources.ts'

/**
 * Identifies the caller: null without an Authorization header; throws if the token is invalid or expired, or
 * its session has ended. The role, and whether a second factor is still to be set up, are those of the database now,
 * not the token's.
 */
export async function callerOf(
  request: FastifyRequest,
  { accessTokens, database, secondFactors }: SessionResources,
): Promise<Caller | null> {
  const header = request.headers.authorization
  if (header === undefined) return null
  const token = /^Bearer (\S+)$/i.exec(header)?.[1]
  const claims = token === undefined ? null : await accessTokens.read(token)
  const caller = claims && (await findLiveSession(database.db, claims.sessionId))
  if (!caller) throw new DomainError('unauthenticated', SESSION_EXPIRED)
  return (await lacksSecondFactor(database.db, secondFactors.required, caller))
    ? { ...caller, lacksSecondFactor: true }
    : caller
}
