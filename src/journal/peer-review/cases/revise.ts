import { CHANGED_MEANWHILE } from '../../../contract/api/approval.ts'
import { type ManuscriptWords, VERSION_MISSING } from '../../../contract/api/manuscripts.ts'
import { answerTo, moveCase, stageSentence } from '../../../contract/rules/peer-review/case-moves.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { DecisionKind } from '../../../contract/rules/peer-review/stages.ts'
import { isReleased, stageForAuthors, standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import { DOCUMENT_TYPES } from '../../../contract/rules/files/file-rules.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { VersionRow } from '../../../platform/database/review-tables.ts'
import type { ArticleRow, FileRow } from '../../../platform/database/tables.ts'
import { DomainError, invalid, refuse } from '../../../platform/errors.ts'
import { writeCorrection } from '../../publication/articles/correct.ts'
import { textChanges } from '../../publication/articles/correction-changes.ts'
import type { Wanted } from '../../publication/articles/contributors.ts'
import { ownUploads } from '../../publication/files/own-uploads.ts'
import { newId, now } from '../../../platform/ids.ts'
import { proposeAuthors } from '../authorship/proposals.ts'
import { requireAuthors } from '../authorship/require-authors.ts'
import { changeCase, loadDecisions, loadVersions } from './case-rows.ts'
import { startRound } from './invite.ts'
import { notifyAuthor, notifyEditors } from './notify.ts'
import { promisedToOne } from '../../settings/promised.ts'
import { lockCaseForAuthor } from './relation.ts'

export interface Revision {
  articleId: string
  /** URLs of the author's own uploads. */
  files: readonly string[]
  /** The answer to the reports, as one text. */
  reply: string | null
  /** What is new beside the files. */
  words?: ManuscriptWords
  /** The version of the article that the author has seen; without it no words are changed. */
  seen?: number | undefined
  /** Another list of authors, which waits until everybody agrees. */
  contributors?: Wanted | undefined
}

export const REVISION_SENT =
  'These files have been sent already, with another title, key message, abstract or keywords. Please reload the page.'
const REASON = 'Changed by its author with a revision'

/** What came back unread was not the decision that authors are promised: its days begin again when they send it. */
async function promiseFrom(
  tx: Tx,
  { articleId, at, kind }: { articleId: string; at: string; kind: DecisionKind },
): Promise<{ promised_on?: string; delay_told_at?: null }> {
  if (kind !== 'return') return {}
  const { promisedDays } = (await promisedToOne(tx, articleId)).review
  return { promised_on: addDays(dayOf(at), promisedDays), delay_told_at: null }
}

const DOCUMENTS = new Set<string>(Object.values(DOCUMENT_TYPES))

/**
 * The author sends the revision that the last decision asked for: a new version of the manuscript. After a
 * major revision a new round opens; after a return the manuscript is screened once more. The same files sent
 * again are the same version. New words are a correction, which keeps the old ones.
 */
export async function submitRevision(
  tx: Tx,
  author: Caller,
  { articleId, files, reply, words = {}, seen, contributors }: Revision,
): Promise<VersionRow> {
  const { article, theCase } = await lockCaseForAuthor(tx, author, articleId)
  const uploads = await ownUploads(tx, author.userId, 'files', [...files])
  const earlier = await versionWith(tx, articleId, uploads)
  if (earlier) {
    if (textChanges(article, words).length) throw new DomainError('conflict', REVISION_SENT)
    return earlier
  }

  const decisions = await loadDecisions(tx, articleId)
  const decision = standingDecisions(decisions).at(-1)
  if (theCase.stage !== 'revising' || !decision || !isReleased(decision, new Date()) || article.published_at !== null) {
    // Of a decision whose letter waits the author learns nothing.
    const seen = stageForAuthors(theCase.stage, decisions, new Date())
    throw new DomainError('conflict', `${stageSentence(seen)} No revision is due.`)
  }
  if (uploads.some((file) => !DOCUMENTS.has(file.media_type))) {
    throw invalid('files', 'Content files must be documents, tables or slides')
  }

  if (!contributors) await requireAuthors(tx, articleId, 'revise')

  const at = now()
  const versions = await loadVersions(tx, articleId)
  const version: VersionRow = {
    id: newId(),
    article_id: articleId,
    number: versions.length + 1,
    reply,
    submitted_at: at,
    submitted_by: author.userId,
  }
  await tx.insertInto('manuscript_versions').values(version).execute()
  await changeWords(tx, author, article, { words, seen, versionId: version.id })
  const { last } = await tx
    .selectFrom('article_files')
    .select((select) => select.fn.max<number | null>('position').as('last'))
    .where('article_id', '=', articleId)
    .where('kind', '=', 'manuscript')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('article_files')
    .values(
      uploads.map(({ id }, index) => ({
        article_id: articleId,
        file_id: id,
        kind: 'manuscript' as const,
        position: (last ?? -1) + 1 + index,
        version_id: version.id,
      })),
    )
    .execute()
  const next = moveCase(theCase.stage, answerTo(decision.kind), 'author')
  if ('kind' in next) refuse(next)
  else
    await changeCase(tx, articleId, {
      stage: next.stage,
      ...(await promiseFrom(tx, { articleId, at, kind: decision.kind })),
    })
  if (decision.kind === 'major') await startRound(tx, { ...theCase, stage: 'reviewing' }, at)
  await writeAuditEntry(tx, author.userId, 'article.revise', articleId, { after: { version: version.number } })
  if (contributors) await proposeAuthors(tx, { articleId, by: author.userId, wanted: contributors })
  await notifyAuthor(tx, 'author-revision-received', { articleId })
  await notifyEditors(tx, 'editor-revision-received', { articleId })
  return version
}

/** Of two changes of the same version of the article the second is refused, as it is of corrections. */
async function changeWords(
  tx: Tx,
  author: Caller,
  article: ArticleRow,
  { words, seen, versionId }: { words: ManuscriptWords; seen: number | undefined; versionId: string },
): Promise<void> {
  if (Object.values(words).every((word) => word === undefined)) return
  if (seen === undefined) throw invalid('version', VERSION_MISSING)
  if (seen !== article.version) throw new DomainError('conflict', CHANGED_MEANWHILE)
  await writeCorrection(tx, author, article, { id: article.id, version: seen, reason: REASON, ...words })
  await tx
    .updateTable('article_corrections')
    .set({ version_id: versionId })
    .where('article_id', '=', article.id)
    .where('version', '=', seen + 1)
    .execute()
}

/** The version that already has exactly these files; throws if some of them are in use elsewhere. */
async function versionWith(tx: Tx, articleId: string, uploads: readonly FileRow[]): Promise<VersionRow | undefined> {
  const ids = uploads.map(({ id }) => id)
  const claims = await tx
    .selectFrom('article_files')
    .select(['article_id', 'version_id'])
    .where('file_id', 'in', ids)
    .execute()
  if (!claims.length) return undefined
  const [{ version_id: versionId }] = claims as [(typeof claims)[number]]
  const isOne = claims.every((claim) => claim.article_id === articleId && claim.version_id === versionId)
  const version =
    isOne && claims.length === ids.length
      ? (await loadVersions(tx, articleId)).find(({ id, number }) => id === versionId && number > 1)
      : undefined
  if (!version) throw new DomainError('conflict', 'A file already belongs to a manuscript. Please upload it again.')
  return version
}
