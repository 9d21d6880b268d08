import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Id } from '../../../contract/api/field-schemas.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { articleGone } from '../../publication/articles/tombstones.ts'
import { namesTag } from '../../../platform/http/header-lists.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import type { DiscoveryResources } from '../resources.ts'
import { cardOf } from './stored-cards.ts'

const PICTURE_POLICY = "default-src 'none'; sandbox"

/**
 * `/blog/{id}/card.png`: the picture that links to an article are shown with. It is drawn when it is first asked for, and
 * again after a change.
 */
export function mountCards(app: FastifyInstance, resources: DiscoveryResources, rates: RateLimits): void {
  const options = { config: limited(rates, 'reading', 'cards') }
  app.get<{ Params: { id: string } }>(`${paths.articles}/:id/card.png`, options, async (request, reply) => {
    const { id } = request.params
    const card = Id.safeParse(id).success ? await cardOf(resources, id) : null
    if (!card) throw await articleGone(resources.database.db, id)
    const { content, sha256 } = card
    const etag = `"${sha256}"`
    void reply.headers({ etag, 'cache-control': 'no-cache', 'content-security-policy': PICTURE_POLICY })
    const isKnown = namesTag(request.headers['if-none-match'], etag)
    if (isKnown || request.method === 'HEAD') {
      if (!Buffer.isBuffer(content)) await content.close()
      if (isKnown) return reply.code(304).send()
    }
    const bytes = Buffer.isBuffer(content) ? content.length : content.bytes
    void reply.headers({ 'content-type': 'image/png', 'content-length': bytes })
    // An empty stream keeps the Content-Length of GET.
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    return reply.send(Buffer.isBuffer(content) ? content : content.read())
  })
}
