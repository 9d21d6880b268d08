import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { HOUR_MS } from '../../contract/rules/text/dates.ts'
import type { FileRow } from '../../platform/database/tables.ts'
import type { WorkerTask } from '../../platform/workers/workers.ts'
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
import { sourceOf } from '../../journal/publication/full-text/stored-text.ts'

const unzip = promisify(gunzip)

/** Files of 3.3 MB take two seconds and 400 MB; an import takes no larger ones than 50 MB. */
const TASK: WorkerTask = {
  module: join(import.meta.dirname, 'text-task.ts'),
  timeoutMs: 60_000,
  isReused: true,
  largeFrom: 1_000_000,
}
/** A file that could not be read is not tried again with each request. */
const TRIED_AGAIN_MS = HOUR_MS

interface Source extends FileRow {
  articleId: string
}

/**
 * The texts of articles from their newest JATS files, made valid. Each is made once, in a process of its own, and
 * stored: a large file holds nobody up, and a harvester's page is a few rows.
 */
export class JatsTexts {
  readonly #resources: Platform
  readonly #task: WorkerTask
  readonly #underWay = new Map<string, Promise<JatsText | null>>()
  readonly #failed = new Map<string, number>()

  constructor(resources: Platform, task = TASK) {
    this.#resources = resources
    this.#task = task
  }

  /** The text of an article; undefined if it has no file, null if its file cannot be read. */
  async of(articleId: string): Promise<JatsText | null | undefined> {
    const source = await sourceOf(this.#resources.database.db, articleId)
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
    const text = await unpacked(content)
    await this.#resources.database.db
      .insertInto('jats_texts')
      .columns(['file_id', 'normaliser', 'content'])
      // The file may have been deleted meanwhile.
      .expression((query) =>
        query
          .selectFrom('files')
          .select(({ val, ref }) => [
            ref('files.id').as('file_id'),
            val(NORMALISER).as('normaliser'),
            val(content).as('content'),
          ])
          .where('files.id', '=', source.id),
      )
      .onConflict((conflict) => conflict.column('file_id').doUpdateSet({ normaliser: NORMALISER, content }))
      .execute()
    return text
  }

  async #ask(source: Source): Promise<Buffer | null> {
    try {
      const file = await openIntact(this.#resources, source)
      const content = await buffer(file.read())
      const answer = await this.#resources.workers.ask(this.#task, { content, isBackground: true })
      return answer instanceof Uint8Array ? Buffer.from(answer) : null
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
      'content-disposition': contentDisposition('attachment', articleFileName(article.slug, 'xml')),
      link: downloadLinkHeader(id, 'xml', publicUrl),
    },
    body: jatsOf(article, publicUrl, text),
    // A file that could not be read now may be readable later.
    keep: text !== null,
  }
}

export const jatsOf = (
  article: PublicArticle,
  publicUrl: string,
  text: Parameters<typeof jats>[2] | undefined,
): string => jats(citationRecord(article, publicUrl), article, text ?? null)
