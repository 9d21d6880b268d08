import type { z } from 'zod'
import type { NameProposal } from '../../../contract/api/name-changes.ts'
import type { PdfFate } from '../../../contract/rules/articles/name-changes.ts'
import { personName } from '../../../contract/rules/people/people.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { NameChangeRow } from '../../../platform/database/following-tables.ts'
import type { ArticleRow, ContributorRow, FileRow } from '../../../platform/database/tables.ts'
import { type NamedPerson, Renaming } from './renaming.ts'

export type Proposal = z.output<typeof NameProposal>

export const findNameChange = (db: Db, requestId: string): Promise<NameChangeRow | undefined> =>
  db.selectFrom('name_changes').selectAll().where('request_id', '=', requestId).executeTakeFirst()

/** What a change replaces with what; null once it is done, when nothing of it is kept. */
export const proposalOf = (row: NameChangeRow | undefined): Proposal | null =>
  row && row.change !== '' ? (JSON.parse(row.change) as Proposal) : null

/** The new name with its printed form. */
export function nextOf({ name }: Proposal): NamedPerson {
  const { fullName, familyName, givenNames } = personName({
    ...{ fullName: name.fullName ?? '', familyName: name.familyName, givenNames: name.givenNames ?? '' },
  })
  return { fullName, familyName: familyName!, givenNames, email: name.email }
}

/** One place of the person: in the list of an article, under the name that is printed there. */
export interface NamedPlace {
  article: ArticleRow
  person: ContributorRow
  renaming: Renaming
}

/** The chosen places, in the order of the proposal; those that are gone are missing. */
export async function placesOf(db: Db, proposal: Proposal): Promise<NamedPlace[]> {
  const links = await db
    .selectFrom('article_contributors')
    .select(['contributor_id', 'article_id'])
    .where('contributor_id', 'in', proposal.contributorIds)
    .execute()
  if (!links.length) return []
  const ids = links.map(({ article_id }) => article_id)
  const articles = await db.selectFrom('articles').selectAll().where('id', 'in', ids).execute()
  const people = await db.selectFrom('contributors').selectAll().where('id', 'in', proposal.contributorIds).execute()
  const next = nextOf(proposal)
  return proposal.contributorIds.flatMap((contributorId) => {
    const person = people.find(({ id }) => id === contributorId)
    const articleId = links.find(({ contributor_id }) => contributor_id === contributorId)?.article_id
    const article = articles.find(({ id }) => id === articleId)
    if (!person || !article || person.family_name === null) return []
    const former = {
      ...{ fullName: person.full_name, familyName: person.family_name, givenNames: person.given_names },
      email: person.email || null,
    }
    return [{ article, person, renaming: new Renaming(former, next, proposal.words) }]
  })
}

/** True for an article whose PDF fixes plant names for good (`names_locked`): the one place that knows. */
export interface PdfOfArticle {
  articleId: string
  file: FileRow
  versions: number[]
  isCurrent: boolean
  fate: PdfFate
}

/** The PDFs that readers can get of an article, in all its versions, each file once. */
export async function pdfsOf(db: Db, article: ArticleRow): Promise<PdfOfArticle[]> {
  const former = await db
    .selectFrom('article_version_files')
    .select(['number', 'file_id'])
    .where('article_id', '=', article.id)
    .where('kind', '=', 'pdf')
    .orderBy('number')
    .execute()
  const current = Math.max(1, article.public_version)
  const places = [
    ...former,
    ...(article.pdf_file_id === null ? [] : [{ number: current, file_id: article.pdf_file_id }]),
  ]
  const ids = [...new Set(places.map(({ file_id }) => file_id))]
  if (!ids.length) return []
  const files = await db.selectFrom('files').selectAll().where('id', 'in', ids).execute()
  const made = await db.selectFrom('typeset_pdfs').select('file_id').where('article_id', '=', article.id).execute()
  const isLocked = article.names_locked === 1
  return ids.flatMap((id) => {
    const file = files.find((one) => one.id === id)
    if (!file) return []
    // Of a former version the table of what is typeset knows nothing any more; its name does.
    const isOwn =
      made.some(({ file_id }) => file_id === id) || (file.owner_id === null && file.name === `${article.id}.pdf`)
    const versions = places.filter(({ file_id }) => file_id === id).map(({ number }) => number)
    const fate: PdfFate = isLocked ? 'locked' : isOwn ? 'typeset' : 'uploaded'
    return [{ articleId: article.id, file, versions, isCurrent: article.pdf_file_id === id, fate }]
  })
}

/** The JATS files of an article and of its former versions, each once. */
export async function sourcesOf(
  db: Db,
  { id }: ArticleRow,
): Promise<{ file: FileRow; versions: number[]; isCurrent: boolean }[]> {
  const former = await db
    .selectFrom('article_version_files')
    .select(['number', 'file_id'])
    .where('article_id', '=', id)
    .where('kind', '=', 'source')
    .orderBy('number')
    .execute()
  const current = await db
    .selectFrom('article_files')
    .select('file_id')
    .where('article_id', '=', id)
    .where('kind', '=', 'source')
    .execute()
  const ids = [...new Set([...former, ...current].map(({ file_id }) => file_id))]
  if (!ids.length) return []
  const files = await db.selectFrom('files').selectAll().where('id', 'in', ids).execute()
  return files.map((file) => ({
    file,
    versions: former.filter(({ file_id }) => file_id === file.id).map(({ number }) => number),
    isCurrent: current.some(({ file_id }) => file_id === file.id),
  }))
}
