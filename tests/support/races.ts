/**
 * Races between two processes on the same articles: `race` runs them, `somePending` and `somePdfs` create the
 * articles and files in a few statements.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import type { Caller } from '../../src/platform/call.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import { newId } from '../../src/platform/ids.ts'
import { aCategory } from './builders.ts'

const AT = '2026-01-01T08:00:00.000Z'

/** The result of one runner for each article: 'done', or the kind of the error. */
export type Outcome = 'done' | 'not_found' | 'gone' | 'conflict' | 'forbidden'
type Verb = 'approve' | 'delete' | 'archive' | 'correct'

export interface Runner {
  verb: Verb
  caller: Caller
  /** The input of each approval. */
  pdfs?: string[]
}

const runFile = promisify(execFile)

/**
 * Two processes, each with its own connection, go through the same articles in the same order, starting at
 * the same time. Both have to win some: otherwise it was not a race.
 */
export async function race(where: object, articles: string[], runners: Runner[]): Promise<Outcome[][]> {
  const running = runners.map((runner) =>
    runFile(process.execPath, ['--input-type=module', '--eval', program(where, articles, runner)], {
      maxBuffer: 2 ** 24,
    }),
  )
  // One that cannot begin has said why.
  const ready = running.map((one) => Promise.race([once(one.child.stdout!, 'data'), one]))
  await Promise.all(ready)
  for (const { child } of running) child.stdin!.end('go')
  const outputs = await Promise.all(running)
  const outcomes = outputs.map(({ stdout }) => JSON.parse(stdout.split('\n')[1]!) as Outcome[])
  for (const one of outcomes) expect(one).toContain('done')
  return outcomes
}

function program(where: object, articles: string[], { verb, caller, pdfs = [] }: Runner): string {
  const module = (path: string) => JSON.stringify(join(import.meta.dirname, '..', '..', 'src', path))
  return `
    import { setTimeout } from 'node:timers/promises'
    const { useDefaultJournal } = await import(${JSON.stringify(join(import.meta.dirname, 'default-journal.ts'))})
    useDefaultJournal()
    const { connect } = await import(${module('platform/database/connect.ts')})
    const { approveArticle } = await import(${module('journal/publication/articles/approve.ts')})
    const { removeArticle } = await import(${module('journal/publication/articles/remove.ts')})
    const { archiveArticle } = await import(${module('journal/publication/articles/remove.ts')})
    const { correctArticle } = await import(${module('journal/publication/articles/correct.ts')})
    const [caller, articles, pdfs] = ${JSON.stringify([caller, articles, pdfs])}
    const act = {
      approve: (tx, id, pdf) =>
        approveArticle(tx, caller, { id, pdfUrl: '/files/' + pdf + '/final.pdf', volumeId: null, pageNum: null }),
      delete: (tx, id) => removeArticle(tx, caller, { id }),
      archive: (tx, id) => archiveArticle(tx, caller, id),
      correct: (tx, id) =>
        correctArticle(tx, caller, { id, version: 1, reason: 'A race', pageNum: '7', title: caller.userId }),
    }.${verb}
    const database = connect(${JSON.stringify(where)})
    await database.db.selectFrom('articles').select('id').limit(1).execute()
    console.log('ready')
    await new Promise((go) => process.stdin.once('data', go))
    const outcomes = []
    for (const [at, id] of articles.entries()) {
      const begun = performance.now()
      const outcome = await database.transaction((tx) => act(tx, id, pdfs[at]))
        .then(() => 'done', (error) => error.kind ?? String(error))
      outcomes.push(outcome)
      // The winner pauses for about as long as it took, so that the other may be first at the next one.
      if (outcome === 'done') await setTimeout(Math.random() * 2 * (performance.now() - begun))
    }
    console.log(JSON.stringify(outcomes))
    await database.close()`
}

/** Rows in batches that fit the parameter limit of both engines. */
const portions = <T>(rows: T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / 500) }, (_, index) => rows.slice(index * 500, (index + 1) * 500))

/** Rows of uploaded PDFs, without files. */
export async function somePdfs(database: Database, ownerId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId)
  const fixed = { name: 'final.pdf', media_type: 'application/pdf', bytes: 9, sha256: '0'.repeat(64) }
  await database.transaction(async (tx) => {
    for (const some of portions(ids)) {
      const rows = some.map((id) => ({ id, ...fixed, owner_id: ownerId, created_at: AT }))
      await tx.insertInto('files').values(rows).execute()
    }
  })
  return ids
}

/** Submitted articles, each with a manuscript and a contributor. */
export async function somePending(
  database: Database,
  authorId: string,
  count: number,
): Promise<{ ids: string[]; manuscripts: string[] }> {
  const categoryId = (await aCategory(database)).id
  const manuscripts = await somePdfs(database, authorId, count)
  const made = manuscripts.map((manuscript) => ({ id: newId(), person: newId(), manuscript }))
  await database.transaction(async (tx) => {
    for (const some of portions(made)) {
      const articles = some.map(({ id }) => ({
        id,
        slug: id,
        title: 'Root growth in dry soil',
        keywords: 'roots',
        excerpt: 'Roots grow.',
        abstract: '<p>Roots grow.</p>',
        abstract_cleaner: 0,
        category_id: categoryId,
        submitter_id: authorId,
        origin: 'submitted' as const,
        created_at: AT,
        updated_at: AT,
      }))
      await tx.insertInto('articles').values(articles).execute()
      const people = some.map(({ person }) => ({
        id: person,
        full_name: 'Ayesha Malik',
        email: 'a@plants.test',
        family_name: 'Malik',
        given_names: 'Ayesha',
        is_group: 0,
        created_at: AT,
      }))
      await tx.insertInto('contributors').values(people).execute()
      const links = some.map(({ id, person }) => ({
        article_id: id,
        contributor_id: person,
        role: 'Author' as const,
        position: 0,
        created_at: AT,
        named_by: null,
      }))
      await tx.insertInto('article_contributors').values(links).execute()
      const files = some.map(({ id, manuscript }) => ({
        article_id: id,
        file_id: manuscript,
        kind: 'manuscript' as const,
        position: 0,
      }))
      await tx.insertInto('article_files').values(files).execute()
    }
  })
  return { ids: made.map(({ id }) => id), manuscripts }
}
