import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { journal } from '../../../../journal.config.ts'
import { API_PREFIX } from '../../../contract/rules/site/api-prefix.ts'
import type { Caller } from '../../../platform/call.ts'
import { notFound } from '../../../platform/errors.ts'
import type { FileResources } from '../../publication/files/resources.ts'
import { contentDisposition } from '../../publication/files/names.ts'
import { FILE_POLICY } from '../../publication/files/serve-files.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import { personOf, type OwnDataPart } from '../../../platform/personal-data-part.ts'
import { findLiveSession } from '../sessions/queries.ts'
import { findUser } from '../users/queries.ts'
import { packOwnData } from './pack.ts'

type Who = Pick<Caller, 'userId' | 'sessionId'>

const subjectOf = ({ userId, sessionId }: Who): string => `own data ${userId} ${sessionId}`

/** The address of a person's data. It works for five minutes, and no longer than the session that has asked for it. */
export const downloadUrl = async ({ fileLinks }: FileResources, who: Who): Promise<string> =>
  `${API_PREFIX}/own-data/${who.userId}/${who.sessionId}.zip?key=${await fileLinks.make(subjectOf(who))}`

/** Serves the ZIP with all that is held of a person. A link in a page can carry no token: the address has a key. */
export function mountOwnData(
  app: FastifyInstance,
  resources: FileResources,
  rates: RateLimits,
  parts: readonly OwnDataPart[],
): void {
  const { database, fileLinks, log } = resources
  app.get<{ Params: { userId: string; sessionId: string }; Querystring: { key?: unknown } }>(
    `${API_PREFIX}/own-data/:userId/:sessionId.zip`,
    { config: limited(rates, 'packing own data', 'own data') },
    async ({ method, params, query: { key } }, reply) => {
      const isOpen = typeof key === 'string' && (await fileLinks.opens(subjectOf(params), key))
      const caller = isOpen ? await findLiveSession(database.db, params.sessionId) : null
      const account = caller?.userId === params.userId ? await findUser(database.db, params.userId) : undefined
      if (!account) throw notFound('File')
      void reply.headers({
        'content-type': 'application/zip',
        'content-disposition': contentDisposition('attachment', `${journal.abbreviation.toLowerCase()}-my-data.zip`),
        'content-security-policy': FILE_POLICY,
        'cache-control': 'private, no-store',
      })
      if (method === 'HEAD') return reply.send(Readable.from([]))
      const zip = await packOwnData(resources, parts, personOf(account))
      zip.on('error', (error) => log.error({ err: error }, "a person's data could not be packed"))
      return reply.send(zip)
    },
  )
}
