import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { HOUR_MS } from '../../contract/rules/text/dates.ts'
import type { FileRow } from '../../platform/database/tables.ts'
import { openIntact } from '../../journal/publication/files/intact.ts'
import type { Platform } from '../../platform/platform.ts'
import { Id } from '../../contract/api/field-schemas.ts'
import type { PublicArticle } from '../../contract/api/articles.ts'
import { citationRecord } from '../../contract/rules/articles/citation/record.ts'
import { presentPublicArticle } from '../../journal/publication/articles/present.ts'
import { findPublicArticle } from '../../journal/publication/articles/queries.ts'
import { articleGone } from '../../journal/publication/articles/tombstones.ts'
import { DOWNLOAD_TYPES, downloadLinkHeader } from '../../journal/discovery/signposting.ts'
import { articleFileName, contentDisposition } from '../../journal/publication/files/names.ts'
import type { PublicAnswer } from '../../platform/http/cached-answer.ts'
import { jats, type JatsText, NORMALISER } from '../../journal/documents/jats/write/article.ts'
import type { Db } from '../../platform/database/connect.ts'
import { reviewsOfArticles } from '../../journal/peer-review/published/read.ts'
import { type DeriveText, textDeriver } from '../../journal/publication/full-text/derive-texts.ts'
import { saveJatsText, loadSource } from '../../journal/publication/full-text/stored-text.ts'

const unzip = promisify(gunzip)

/** A file that could not be read is not tried again with each request. */
const TRIED_AGAIN_MS = HOUR_MS

interface Source extends FileRow {
  articleId: string
}

/**
 * The texts of articles from their newest JATS files, made valid. They are stored with the page that is derived from
 * the same file; a harvester who comes before has it made, in a process of its own: a large file holds nobody up.
 */
export class JatsTexts {
  readonly #resources: Platform
  readonly #deriveText: DeriveText
  readonly #underWay = new Map<string, Promise<JatsText | null>>()
  readonly #failed = new Map<string, number>()

  constructor(resources: Platform, deriveText = textDeriver(resources.workers)) {
    this.#resources = resources
    this.#deriveText = deriveText
  }

  /** The text of an article; undefined if it has no file, null if its file cannot be read. */
  async of(articleId: string): Promise<JatsText | null | undefined> {
    const source = await loadSource(this.#resources.database.db, articleId)
    return source && ((await this.#stored(source.id)) ?? this.#once({ ...source, articleId }))
  }

  async #stored(fileId: string): Promise<JatsText | null> {
    const row = await this.#resources.database.db
      .selectFrom('jats_texts')
      .select('content')
      .where('file_id', '=', fileId)
      .where('normaliser', '=', NORMALISER)
      .executeTakeFirst()
    return row ? unpacked(row.content) : null
  }

  #once(source: Source): Promise<JatsText | null> {
    let making = this.#underWay.get(source.id)
    if (!making) {
      making = this.#make(source).finally(() => this.#underWay.delete(source.id))
      this.#underWay.set(source.id, making)
    }
    return making
  }

  async #make(source: Source): Promise<JatsText | null> {
    if ((this.#failed.get(source.id) ?? 0) > Date.now()) return null
    const content = await this.#ask(source)
    if (!content) {
      this.#failed.set(source.id, Date.now() + TRIED_AGAIN_MS)
      this.#resources.log.error({ articleId: source.articleId, fileId: source.id }, 'a JATS file could not be exported')
      return null
    }
    await saveJatsText(this.#resources.database.db, source.id, content)
    return unpacked(content)
  }

  async #ask(source: Source): Promise<Buffer | null> {
    try {
      const file = await openIntact(this.#resources, source)
      const content = await buffer(file.read())
      const answer = await this.#deriveText(content, {})
      return answer && 'jats' in answer && answer.jats ? Buffer.from(answer.jats) : null
    } catch {
      // Missing or damaged, which has been logged.
      return null
    }
  }
}

const unpacked = async (content: Buffer): Promise<JatsText> => JSON.parse((await unzip(content)).toString()) as JatsText

/** `/blog/{id}.xml`: a public article as JATS XML, with its text where the journal has its file. */
export async function articleXml(resources: Platform, texts: JatsTexts, id: string): Promise<PublicAnswer> {
  const { database, publicUrl } = resources
  const found = Id.safeParse(id).success ? await findPublicArticle(database.db, id) : null
  if (!found) throw await articleGone(database.db, id)
  const article = presentPublicArticle(found)
  const text = await texts.of(id)
  return {
    status: 200,
    headers: {
      'content-type': DOWNLOAD_TYPES.xml,
      'content-disposition': contentDisposition(
        'attachment',
        articleFileName(article.slug, 'xml', article.publishedAt),
      ),
      link: downloadLinkHeader(id, 'xml', publicUrl),
    },
    body: await jatsOf(database.db, article, publicUrl, text),
    // A file that could not be read now may be readable later.
    keep: text !== null,
  }
}

export async function jatsOf(
  db: Db,
  article: PublicArticle,
  publicUrl: string,
  text: JatsText | null | undefined,
): Promise<string> {
  const reviews = (await reviewsOfArticles(db, [article])).get(article.id) ?? []
  return jats(citationRecord(article, publicUrl), article, text ?? null, reviews)
}
