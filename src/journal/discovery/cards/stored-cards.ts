import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { PublicArticle } from '../../../contract/api/articles.ts'
import { citationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { printedIssue } from '../../../contract/rules/articles/place-in-volume.ts'
import { speciesFor } from '../../../contract/rules/site/plants.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { DomainError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { StoredFile } from '../../../platform/storage/store.ts'
import { Id } from '../../../contract/api/field-schemas.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { namesTag } from '../../../platform/http/headers.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import { presentPublicArticle } from '../../publication/articles/present.ts'
import { findPublicArticle } from '../../publication/articles/queries.ts'
import { openIntact } from '../../publication/files/intact.ts'
import { hasRoom } from '../../publication/files/room.ts'
import { articleGone } from '../../publication/articles/tombstones.ts'
import type { DiscoveryResources } from './painter.ts'
import type { Card } from './card-svg.ts'

/** Raised whenever cards are drawn differently. */
const DRAWING = 1
/** How many cards of deleted articles are removed at a time. */
const BATCH = 500

/** A card that can be sent. */
export interface OpenCard {
  sha256: string
  content: StoredFile | Buffer
}

/** The card of a public article: the stored one, or a new one if the article has changed. Null without such an article. */
async function cardOf(resources: DiscoveryResources, id: string): Promise<OpenCard | null> {
  const found = await findPublicArticle(resources.database.db, id)
  if (!found) return null
  const card = cardFor(presentPublicArticle(found), resources.publicUrl)
  const madeFrom = createHash('sha256')
    .update(JSON.stringify([DRAWING, card]))
    .digest('base64url')
  return (await stored(resources, id, madeFrom)) ?? painted(resources, id, madeFrom, card)
}

export function cardFor(article: PublicArticle, publicUrl: string): Card {
  const record = citationRecord(article, publicUrl)
  const volume = [article.volume?.name, article.issue && printedIssue(article.issue)].filter(Boolean).join(', ')
  return {
    title: record.titleMarkup,
    authors: record.authors.map(({ fullName }) => fullName),
    journal: record.firstPublishedElsewhere ? record.siteName : record.journal,
    place: [volume, record.publishedOn?.slice(0, 4)].filter(Boolean).join(' · '),
    plant: { seed: article.id, species: speciesFor(article.category.name) },
  }
}

async function stored(resources: DiscoveryResources, id: string, madeFrom: string): Promise<OpenCard | null> {
  const row = await loadCard(resources.database.db, id)
  if (row?.made_from !== madeFrom) return null
  try {
    const content = await openIntact(resources, { id: row.file_id, bytes: row.bytes, sha256: row.sha256 })
    return { sha256: row.sha256, content }
  } catch (error) {
    // A missing or damaged one is painted again.
    if (error instanceof DomainError) return null
    throw error
  }
}

async function painted(resources: DiscoveryResources, id: string, madeFrom: string, card: Card): Promise<OpenCard> {
  const { log, cardPainter } = resources
  const content = await cardPainter.paint(card)
  if (!content) {
    log.error({ articleId: id }, 'the card of an article could not be painted')
    throw new DomainError('unavailable', 'The picture cannot be drawn just now.', { retryAfter: 600 })
  }
  // One that cannot be stored is sent all the same.
  if (await hasRoom(resources)) {
    await keep(resources, id, madeFrom, content).catch((error: unknown) =>
      log.error({ err: error, articleId: id }, 'the card of an article could not be stored'),
    )
  }
  return { sha256: createHash('sha256').update(content).digest('hex'), content }
}

async function keep(
  { database, store }: DiscoveryResources,
  id: string,
  madeFrom: string,
  content: Buffer,
): Promise<void> {
  const fileId = newId()
  const former = await loadCard(database.db, id)
  const row = { made_from: madeFrom, file_id: fileId, ...(await store.keep(fileId, content)) }
  try {
    await database.db
      .insertInto('article_cards')
      .values({ article_id: id, ...row })
      .onConflict((conflict) => conflict.column('article_id').doUpdateSet(row))
      .execute()
  } catch (error) {
    await store.remove(fileId)
    throw error
  }
  if (former) await store.remove(former.file_id)
}

const loadCard = (db: Db, id: string) =>
  db.selectFrom('article_cards').selectAll().where('article_id', '=', id).executeTakeFirst()

/** Removes the cards of articles that have been deleted: rows first, so that no row is left without its bytes. */
export async function sweepCards({ database, store }: Pick<DiscoveryResources, 'database' | 'store'>): Promise<number> {
  const gone = await database.db
    .deleteFrom('article_cards')
    .where(
      'article_id',
      'in',
      database.db
        .selectFrom('article_cards as card')
        .leftJoin('articles as article', 'article.id', 'card.article_id')
        .select('card.article_id')
        .where('article.id', 'is', null)
        .limit(BATCH),
    )
    .returning('file_id')
    .execute()
  for (const { file_id } of gone) await store.remove(file_id)
  return gone.length
}

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
