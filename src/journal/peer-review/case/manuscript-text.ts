import type { Comparison, ManuscriptText, WordsComparison } from '../../../contract/api/manuscript-text.ts'
import { MANUSCRIPT_WORDS, type ManuscriptWord } from '../../../contract/api/manuscripts.ts'
import { keywordList } from '../../../contract/rules/articles/keywords.ts'
import { textOfHtml } from '../../../contract/rules/text/html-text.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Caller } from '../../../platform/call.ts'
import { requireEditor } from '../cases/relation.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { notFound } from '../../../platform/errors.ts'
import { comparePairs } from '../../documents/compare.ts'
import type { CaseResources } from '../resources.ts'
import { buffer } from 'node:stream/consumers'
import { openIntact } from '../../publication/files/intact.ts'

const NOT_COMPARED = 'The two texts could not be compared. Please open the files instead.'

interface Asked {
  id: string
  /** Any version if it is not named. */
  versionId?: string
  fileId: string
}

/** The text of one file of a case's manuscript, for its editors. */
export async function manuscriptText(
  resources: CaseResources,
  caller: Caller,
  { id, versionId, fileId }: Asked,
): Promise<ManuscriptText> {
  const { db } = resources.database
  await requireEditor(db, caller, id)
  const file = await manuscriptFile(db, { id, fileId, ...(versionId === undefined ? {} : { versionId }) })
  return textOfFile(resources, file)
}

async function manuscriptFile(db: Db, { id, versionId, fileId }: Asked): Promise<FileRow> {
  let query = db
    .selectFrom('files')
    .leftJoin('article_files', (join) =>
      join.onRef('article_files.file_id', '=', 'files.id').on('article_files.kind', '=', 'manuscript'),
    )
    .leftJoin('supplements', 'supplements.file_id', 'files.id')
    .selectAll('files')
    .where('files.id', '=', fileId)
    .where(({ eb, or }) => or([eb('article_files.article_id', '=', id), eb('supplements.article_id', '=', id)]))
  if (versionId !== undefined)
    query = query.where(({ eb, or }) =>
      or([eb('article_files.version_id', '=', versionId), eb('supplements.article_id', '=', id)]),
    )
  const file = await query.executeTakeFirst()
  if (!file) throw notFound('File')
  return file
}

/** What a file of the manuscript changes in an earlier one. Long texts take a second: others need not wait for it. */
export async function compareManuscripts(
  resources: CaseResources,
  caller: Caller,
  { id, before, after }: { id: string; before: string; after: string },
): Promise<Comparison> {
  const both = [
    await manuscriptText(resources, caller, { id, fileId: before }),
    await manuscriptText(resources, caller, { id, fileId: after }),
  ]
  const paragraphs: string[][] = []
  for (const text of both) {
    if ('unavailable' in text) return text
    paragraphs.push(text.paragraphs.map((paragraph) => paragraph.text))
  }
  const [comparison] = await compared(resources, [[paragraphs[0]!, paragraphs[1]!]])
  return comparison!
}

async function compared({ workers }: CaseResources, pairs: [string[], string[]][]): Promise<Comparison[]> {
  const answer = await comparePairs(workers, pairs)
  return answer ? answer.map((paragraphs) => ({ paragraphs })) : pairs.map(() => ({ unavailable: NOT_COMPARED }))
}

interface ChangedWord {
  versionId: string
  word: ManuscriptWord
  before: string
  after: string
}

/**
 * What revisions have changed besides the files, as it is stored: each correction keeps what it replaced, so the
 * corrections are followed back from what the article says now.
 */
export async function changedWords(db: Db, articleId: string): Promise<ChangedWord[]> {
  const corrections = await db
    .selectFrom('article_corrections')
    .select(['version_id', 'replaced'])
    .where('article_id', '=', articleId)
    .orderBy('version', 'desc')
    .execute()
  if (corrections.every(({ version_id }) => version_id === null)) return []
  const words: Record<ManuscriptWord, string> = await db
    .selectFrom('articles')
    .select(MANUSCRIPT_WORDS)
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  return corrections.flatMap(({ version_id: versionId, replaced }) => {
    const former = JSON.parse(replaced) as Partial<typeof words>
    return MANUSCRIPT_WORDS.flatMap((word) => {
      const [before, after] = [former[word], words[word]]
      if (before === undefined) return []
      words[word] = before
      return versionId === null ? [] : [{ versionId, word, before, after }]
    })
  })
}

const IN_PLAIN: { readonly [W in ManuscriptWord]: (stored: string) => string } = {
  title: plainTitle,
  excerpt: plainTitle,
  keywords: (keywords) => keywordList(keywords).join(', '),
  abstract: textOfHtml,
}

/** What a revision has changed of the words beside its files, for the editors of the case. */
export async function compareWords(
  resources: CaseResources,
  caller: Caller,
  { id, versionId }: { id: string; versionId: string },
): Promise<WordsComparison> {
  const { db } = resources.database
  await requireEditor(db, caller, id)
  const version = await db
    .selectFrom('manuscript_versions')
    .select('id')
    .where('id', '=', versionId)
    .where('article_id', '=', id)
    .executeTakeFirst()
  if (!version) throw notFound('Version')
  const changes = (await changedWords(db, id))
    .filter((change) => change.versionId === versionId)
    .map(({ word, before, after }) => ({ word, before: IN_PLAIN[word](before), after: IN_PLAIN[word](after) }))
  if (!changes.length) return []
  const comparisons = await compared(
    resources,
    changes.map(({ before, after }) => [before.split('\n'), after.split('\n')]),
  )
  return changes.map((change, index) => ({ ...change, comparison: comparisons[index]! }))
}

/** Reading a manuscript starts a process; editors and reviewers turn to the same few again and again. */
const REMEMBERED = 12
const texts = new WeakMap<object, Map<string, Promise<ManuscriptText>>>()

/** The text of a file; whether the caller may read it has been checked. */
export async function textOfFile(resources: CaseResources, file: FileRow): Promise<ManuscriptText> {
  const known = texts.get(resources.documents) ?? new Map<string, Promise<ManuscriptText>>()
  texts.set(resources.documents, known)
  const before = known.get(file.id)
  if (before) return before
  const reading = read(resources, file)
  known.set(file.id, reading)
  if (known.size > REMEMBERED) known.delete(known.keys().next().value!)
  // A failure may pass: it is tried again.
  const forget = () => known.get(file.id) === reading && known.delete(file.id)
  reading.then((text) => 'unavailable' in text && forget(), forget)
  return reading
}

async function read(resources: CaseResources, file: FileRow): Promise<ManuscriptText> {
  const stored = await openIntact(resources, file)
  return resources.documents.manuscriptText({ mediaType: file.media_type, content: await buffer(stored.read()) })
}

export const fileToRead = (db: Db, id: string): Promise<FileRow> =>
  db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
