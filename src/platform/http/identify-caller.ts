import type { FastifyRequest } from 'fastify'
import type { AskedCaller, AuthorCaller, Caller, FollowerCaller, RequesterCaller, ReviewerCaller } from '../call.ts'

/**
 * Identifies the sender of a request: null if anonymous. Throws if credentials are sent but are not or no
 * longer valid.
 */
export type IdentifyCaller = (request: FastifyRequest) => Promise<Caller | null>

/** Identifies the sender of a request by the review link that it carries; throws if there is none that works. */
export type IdentifyReviewer = (request: FastifyRequest) => Promise<ReviewerCaller>

/** The same by the link of someone who is named as an author. */
export type IdentifyAuthor = (request: FastifyRequest) => Promise<AuthorCaller>

/** The same by the link of an author who is asked about a notice. */
export type IdentifyAsked = (request: FastifyRequest) => Promise<AskedCaller>
export type IdentifyRequester = (request: FastifyRequest) => Promise<RequesterCaller>
export type IdentifyFollower = (request: FastifyRequest) => Promise<FollowerCaller>
