import type { SupplementForm } from '../../../contract/api/declared-works.ts'
import { DOCUMENT_TYPES, FILE_TYPE_REFUSED, fileUrl, IMAGE_TYPES } from '../../../contract/rules/files/file-rules.ts'
import { isOwnSupplementDoi, ownSupplementDoi, supplementIdOf } from '../../../contract/rules/articles/supplements.ts'
import { isOwnDoi } from '../../../contract/rules/articles/doi.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { DomainError, invalid } from '../../../platform/errors.ts'
import { isTaken } from '../files/claims.ts'
import { ownUploads } from '../files/own-uploads.ts'
import type { LoadedSupplement } from './declared-works.ts'

const TYPES = new Set<string>([...Object.values(DOCUMENT_TYPES), ...Object.values(IMAGE_TYPES)])

export const SUPPLEMENT_TAKEN = 'A supplement already belongs to another manuscript. Please upload it again.'
export const SUPPLEMENT_OWN_DOI = 'This journal gives its DOIs itself. Please leave this empty.'
export const SUPPLEMENT_TWICE = 'A supplement is listed twice'

/**
 * What a form says of supplements, with their files: those that the article has, and the caller's own uploads, which nothing
 * uses yet.
 */
export async function supplementsFrom(
  tx: Tx,
  ownerId: string,
  given: readonly SupplementForm[],
  present: readonly LoadedSupplement[] = [],
): Promise<LoadedSupplement[]> {
  const known = new Map(present.map((one) => [one.id, one]))
  const ids = given.map(({ url }) => supplementIdOf(url) ?? '')
  if (new Set(ids).size !== ids.length) throw invalid('supplements', SUPPLEMENT_TWICE)
  const fresh = given.filter((_, at) => !known.has(ids[at]!)).map(({ url }) => url)
  const uploads = await ownUploads(tx, ownerId, 'supplements', fresh)
  if (uploads.some((file) => !TYPES.has(file.media_type))) throw invalid('supplements', FILE_TYPE_REFUSED)
  if (await isTaken(tx, ...uploads))
    throw new DomainError('conflict', SUPPLEMENT_TAKEN, { errors: { supplements: SUPPLEMENT_TAKEN } })
  const files = new Map(
    uploads.map(({ id, name, bytes, sha256, media_type }) => [id, { id, name, bytes, sha256, mediaType: media_type }]),
  )
  return given.map(({ title, licenceUrl, doi }, at) => {
    const before = known.get(ids[at]!)
    // The journal gives its DOIs itself.
    if (doi !== null && doi !== before?.doi && isOwnDoi(doi)) throw invalid(`supplements.${at}.doi`, SUPPLEMENT_OWN_DOI)
    const { id, name, bytes, sha256, mediaType } = before ?? files.get(ids[at]!)!
    return { ...{ id, name, bytes, sha256, mediaType, title, licenceUrl }, doi: doi ?? before?.doi ?? null }
  })
}

/** Keeps these in place of what was there. */
export async function saveSupplements(
  tx: Tx,
  articleId: string,
  supplements: readonly LoadedSupplement[],
): Promise<void> {
  await tx.deleteFrom('supplements').where('article_id', '=', articleId).execute()
  const rows = supplements.map(({ id, title, licenceUrl, doi }, position) => ({
    ...{ article_id: articleId, position, file_id: id, title, licence_url: licenceUrl, doi },
  }))
  if (rows.length) await tx.insertInto('supplements').values(rows).execute()
}

/**
 * Gives DOIs to the supplements of an article that has one of this journal's, as parts of it. A number is never used again:
 * of a file that was replaced the DOI goes on leading to what it was.
 */
export async function mintSupplementDois(tx: Tx, { id, doi }: { id: string; doi: string | null }): Promise<void> {
  if (doi === null || !isOwnDoi(doi)) return
  const rows = await tx.selectFrom('supplements').selectAll().where('article_id', '=', id).orderBy('position').execute()
  const without = rows.filter((row) => row.doi === null)
  if (!without.length) return
  const former = await tx
    .selectFrom('article_version_files')
    .select('file_id')
    .distinct()
    .where('article_id', '=', id)
    .where('kind', '=', 'supplement')
    .execute()
  const numbered = new Set([
    ...former.map(({ file_id }) => file_id),
    ...rows.filter((row) => isOwnSupplementDoi(row.doi, doi)).map(({ file_id }) => file_id),
  ])
  let number = numbered.size
  for (const { position } of without) {
    await tx
      .updateTable('supplements')
      .set({ doi: ownSupplementDoi(doi, ++number) })
      .where('article_id', '=', id)
      .where('position', '=', position)
      .execute()
  }
}

/** As a record of corrections tells of them. */
export const supplementRecord = ({ id, name, bytes, sha256, title, licenceUrl, doi }: LoadedSupplement) => ({
  ...{ title, licenceUrl, doi, name, bytes, sha256, url: fileUrl({ id, name }) },
})
