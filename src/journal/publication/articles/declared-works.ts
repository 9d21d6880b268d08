import type { ArticleLink, Award } from '../../../contract/rules/articles/declared-works.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'

/** A file that belongs to an article, with the file itself. */
export type LoadedSupplement = Pick<FileRow, 'id' | 'name' | 'bytes' | 'sha256'> & {
  mediaType: string
  title: string
  licenceUrl: string | null
  doi: string | null
}

/** The funders and the works that belong to an article, in their order. */
export interface DeclaredWorks {
  awards: Award[]
  links: ArticleLink[]
  supplements: LoadedSupplement[]
}

export const NO_WORKS: DeclaredWorks = { awards: [], links: [], supplements: [] }

export async function loadWorks(db: Db, articleIds: readonly string[]): Promise<Map<string, DeclaredWorks>> {
  const works = new Map<string, DeclaredWorks>()
  if (!articleIds.length) return works
  const of = (id: string): DeclaredWorks => {
    const found = works.get(id) ?? { awards: [], links: [], supplements: [] }
    works.set(id, found)
    return found
  }
  const awards = await db
    .selectFrom('awards')
    .selectAll()
    .where('article_id', 'in', articleIds)
    .orderBy('position')
    .execute()
  for (const { article_id, funder, ror, number, doi } of awards)
    of(article_id).awards.push({ funder, ror, number, doi })
  const links = await db
    .selectFrom('article_links')
    .selectAll()
    .where('article_id', 'in', articleIds)
    .orderBy('position')
    .execute()
  for (const { article_id, kind, relation, doi, accession, url, repository } of links) {
    of(article_id).links.push({ kind, relation, doi, accession, url, repository })
  }
  const supplements = await db
    .selectFrom('supplements')
    .innerJoin('files', 'files.id', 'supplements.file_id')
    .select(['supplements.article_id', 'supplements.title', 'licence_url as licenceUrl', 'supplements.doi'])
    .select(['files.id', 'files.name', 'files.bytes', 'files.sha256', 'files.media_type as mediaType'])
    .where('article_id', 'in', articleIds)
    .orderBy('position')
    .execute()
  for (const { article_id, ...supplement } of supplements) of(article_id).supplements.push(supplement)
  return works
}

/** Keeps these in place of what was there; what is not named stays. */
export async function saveWorks(
  tx: Tx,
  articleId: string,
  { awards, links }: Partial<Pick<DeclaredWorks, 'awards' | 'links'>>,
): Promise<void> {
  if (awards) {
    await tx.deleteFrom('awards').where('article_id', '=', articleId).execute()
    const rows = awards.map((award, position) => ({ article_id: articleId, position, ...award }))
    if (rows.length) await tx.insertInto('awards').values(rows).execute()
  }
  if (links) {
    await tx.deleteFrom('article_links').where('article_id', '=', articleId).execute()
    const rows = links.map((link, position) => ({ article_id: articleId, position, ...link }))
    if (rows.length) await tx.insertInto('article_links').values(rows).execute()
  }
}
