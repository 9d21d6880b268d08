import type { FastifyRequest } from 'fastify'
import type { Caller } from '../call.ts'

/**
 * Identifies the sender of a request: null if anonymous. Throws if credentials are sent but are not or no
 * longer valid.
 */
export type IdentifyCaller = (request: FastifyRequest) => Promise<Caller | null>
