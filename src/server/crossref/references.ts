import { join } from 'node:path'
import { askProcess, type ProcessLimits } from '../files/ask-process.ts'
import { Turns } from '../files/turns.ts'
import type { Db } from '../database/connect.ts'
import type { FileStore } from '../storage/store.ts'
import { REFERENCE_DOI, REFERENCE_TEXT_MAX, REFERENCES_MAX, type Reference } from './reference.ts'

const PROGRAM = join(import.meta.dirname, 'references-process.ts')
const LIMITS: ProcessLimits = { memoryMegabytes: 1000, timeoutMs: 30_000 }
/** Each takes its memory; the others wait. */
const turns = new Turns(1)

/**
 * The references of articles, from the newest stored JATS file of each. The files may come from elsewhere, so each is
 * read in a process of its own: one that cannot be read has no references.
 */
export async function referencesOfArticles(
  { db, store }: { db: Db; store: FileStore },
  articleIds: readonly string[],
): Promise<Map<string, Reference[]>> {
  const found = new Map<string, Reference[]>()
  for (const [articleId, fileId] of await sourceFiles(db, articleIds)) {
    found.set(articleId, await turns.run(() => referencesIn(store, fileId)))
  }
  return found
}

/** The newest JATS file of each article that has one. */
async function sourceFiles(db: Db, articleIds: readonly string[]): Promise<Map<string, string>> {
  if (!articleIds.length) return new Map()
  const files = await db
    .selectFrom('article_files')
    .innerJoin('files', 'files.id', 'article_files.file_id')
    .select(['article_files.article_id', 'files.id'])
    .where('article_files.article_id', 'in', articleIds)
    .where('article_files.kind', '=', 'source')
    .orderBy('files.created_at')
    .orderBy('files.id')
    .execute()
  return new Map(files.map(({ article_id, id }) => [article_id, id]))
}

async function referencesIn(store: FileStore, fileId: string): Promise<Reference[]> {
  const file = await store.open(fileId)
  if (!file) return []
  const deadline = AbortSignal.timeout(LIMITS.timeoutMs)
  const answer = await askProcess(PROGRAM, LIMITS, { input: file.read(), deadline })
  // The process has read what may come from a stranger, so its answer is checked.
  return Array.isArray(answer) ? answer.slice(0, REFERENCES_MAX).filter(isReference) : []
}

function isReference(value: unknown): value is Reference {
  if (typeof value !== 'object' || value === null) return false
  const { doi, text } = value as Partial<Reference>
  if (typeof text !== 'string' || text.length > REFERENCE_TEXT_MAX) return false
  return doi === null ? text !== '' : typeof doi === 'string' && REFERENCE_DOI.test(doi)
}
