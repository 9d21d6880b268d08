import { ISSUE_CHANGED, ISSUE_EMPTY, ISSUE_PUBLISHED, type IssuePlan, MADE_WHEN_PUBLISHED, NOT_HELD } from '../../../contract/api/issues.ts' // prettier-ignore
import { SCHOLAR_PDF_BYTES, SCHOLAR_PDF_WARNING } from '../../../contract/api/approval.ts'
import { joinNames, namesInBrief } from '../../../contract/rules/people/author-names.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { lockAllForUpdate, lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { loadAuthors } from '../articles/contributor-rows.ts'
import type { ReadPdf } from '../articles/names-lock.ts'
import { lockArticle } from '../articles/policy.ts'
import { announceNextMorning } from '../following/digest.ts'
import type { Keeping } from './held-text.ts'
import { type Held, heldFor } from './held.ts'
import { approveHeld } from './hold.ts'
import type { MadeAgain } from './make-again.ts'

/** What takes too long for a transaction, by article. */
export interface Prepared {
  /** The texts of PDFs of articles with new names. */
  read: ReadonlyMap<string, ReadPdf>
  /** PDFs that the journal makes for the day; to try out what would be published they are not made. */
  made: ReadonlyMap<string, MadeAgain> | 'tried out'
  keeping: Keeping
}

interface Tried {
  held: Held
  refusal: string | null
}

/** Publishes each, and says of each why not. Where one is refused, the transaction must be rolled back. */
async function approveAll(
  tx: Tx,
  caller: Caller,
  waiting: readonly Held[],
  at: string,
  { read, made, keeping }: Prepared,
): Promise<Tried[]> {
  const tried: Tried[] = []
  for (const held of waiting) {
    try {
      const id = held.article_id
      await approveHeld(tx, caller, held, {
        ...{ at, read: read.get(id), made: made === 'tried out' ? made : made.get(id), keeping },
      })
      tried.push({ held, refusal: null })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      tried.push({ held, refusal: sentenceOf(error) })
    }
  }
  return tried
}

/** A refusal of a field says more than that of the whole. */
const sentenceOf = ({ message, errors = {} }: DomainError): string => Object.values(errors)[0] ?? message

/** What publishing would do: it is done, and to be rolled back. `later`: whose PDFs have another day. */
export async function planIssue(
  tx: Tx,
  caller: Caller,
  id: string,
  { later, ...prepared }: Pick<Prepared, 'read' | 'keeping'> & { later: ReadonlySet<string> },
): Promise<IssuePlan> {
  const volume = await tx.selectFrom('volumes').select('id').where('id', '=', id).executeTakeFirst()
  if (!volume) throw notFound('Volume')
  const ahead = await countAhead(tx, id)
  const waiting = await heldFor(tx, caller, id)
  const ids = waiting.map(({ article_id }) => article_id)
  // In the order in which publishing locks them: two at once wait for each other in turn.
  await lockAllForUpdate(tx, 'articles', ids.toSorted())
  const authors = Map.groupBy(await loadAuthors(tx, ids), ({ articleId }) => articleId)
  const at = now()
  const tried = await approveAll(tx, caller, waiting, at, { ...prepared, made: 'tried out' })
  const dois = new Map<string, string | null>()
  if (ids.length)
    for (const { id: one, doi } of await tx
      .selectFrom('articles')
      .select(['id', 'doi'])
      .where('id', 'in', ids)
      .execute())
      dois.set(one, doi)
  return {
    day: at.slice(0, 10),
    articles: tried.map(({ held, refusal }) => ({
      ...{ id: held.article_id, title: held.title, pageNum: held.page_num, refusal },
      authors: joinNames(namesInBrief((authors.get(held.article_id) ?? []).map(({ fullName }) => fullName))),
      doi: refusal === null ? (dois.get(held.article_id) ?? null) : null,
      hasFullText: held.text_file_id !== null,
      warnings: [
        ...(held.page_num === null ? ['It has no pages.'] : []),
        ...(later.has(held.article_id) ? [MADE_WHEN_PUBLISHED] : []),
        ...(held.bytes > SCHOLAR_PDF_BYTES ? [SCHOLAR_PDF_WARNING] : []),
      ],
    })),
    ahead,
  }
}

async function countAhead(db: Db, id: string): Promise<number> {
  const { total } = await db
    .selectFrom('public_articles')
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .where('volume_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** What waits is what this editor has seen, or nothing is published. */
export function refuseUnseen(waiting: readonly Held[], articleIds: readonly string[]): void {
  const seen = new Set(articleIds)
  if (waiting.length !== seen.size || waiting.some(({ article_id }) => !seen.has(article_id)))
    throw new DomainError('conflict', ISSUE_CHANGED)
}

/**
 * Publishes an issue with what this editor has seen of it: all of it, or nothing. What they are recused from waits for another
 * editor, and can follow.
 */
export async function publishIssue(
  tx: Tx,
  caller: Caller,
  { id, articleIds }: { id: string; articleIds: string[] },
  prepared: Prepared,
): Promise<string> {
  // Articles first, as every approval does.
  await lockAllForUpdate(tx, 'articles', articleIds.toSorted())
  const volume = await lockForUpdate(tx, 'volumes', id)
  if (!volume) throw notFound('Volume')
  const waiting = await heldFor(tx, caller, id)
  if (!waiting.length && volume.state !== 'planned') throw new DomainError('conflict', ISSUE_PUBLISHED)
  refuseUnseen(waiting, articleIds)
  if (!waiting.length && !(await countAhead(tx, id))) throw new DomainError('conflict', ISSUE_EMPTY)
  const at = now()
  const tried = await approveAll(tx, caller, waiting, at, prepared)
  const refused = tried.filter(({ refusal }) => refusal !== null)
  if (refused.length) throw new DomainError('conflict', refusedWords(refused))
  await tx
    .updateTable('volumes')
    .set({ state: 'published', published_at: volume.published_at ?? at, updated_at: at, version: volume.version + 1 })
    .where('id', '=', id)
    .execute()
  await announceNextMorning(tx, at)
  await writeAuditEntry(tx, caller.userId, 'volume.publish-issue', id, {
    before: { state: volume.state },
    after: { state: 'published', articles: waiting.length },
  })
  await touchPublicSite(tx)
  return `Published ${volume.title} with ${counted(waiting.length, 'article')}.`
}

/** So many are named; more are counted. */
const NAMED = 10

function refusedWords(refused: readonly Tried[]): string {
  const named = refused.slice(0, NAMED).map(({ held, refusal }) => `“${plainTitle(held.title)}”: ${refusal}`)
  const more = refused.length - named.length
  return `Nothing was published. Not ready: ${named.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`
}

/** Publishes one held article now. Its place in the issue stays. */
export async function publishAhead(tx: Tx, caller: Caller, id: string, prepared: Prepared): Promise<string> {
  await lockArticle(tx, caller, 'hold', id)
  const row = await tx
    .selectFrom('scheduled_articles')
    .select('volume_id')
    .where('article_id', '=', id)
    .executeTakeFirst()
  const { read, made, keeping } = prepared
  const held = row && (await heldFor(tx, caller, row.volume_id)).find(({ article_id }) => article_id === id)
  if (!held) throw new DomainError('conflict', NOT_HELD)
  await approveHeld(tx, caller, held, {
    ...{ at: now(), read: read.get(id), made: made === 'tried out' ? made : made.get(id), keeping },
  })
  return `“${plainTitle(held.title)}” is public now and keeps its place.`
}
