import type { FastifyRequest } from 'fastify'
import type { Caller } from '../call.ts'

/** Who sent a request: null for nobody in particular. Refuses what says that it is somebody, and is not or no longer. */
export type IdentifyCaller = (request: FastifyRequest) => Promise<Caller | null>
