import { isDeepStrictEqual } from 'node:util'
import { lockLiveCategory } from '../categories/queries.ts'
import type { CorrectedValues, FileFacts, PeopleChanged } from '../../../contract/api/audit-payloads.ts'
import { VOLUME_GONE } from '../../../contract/api/approval.ts'
import type { CorrectionOfArticle } from '../../../contract/api/submission.ts'
import { fileIdOf, fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { textOfHtml } from '../../../contract/rules/text/html-text.ts'
import type { Contributor } from '../../../contract/rules/people/people.ts'
import { type CorrectionField, STATEMENT_NAMES } from '../../../contract/rules/articles/statements.ts'
import { NO_MATERIAL, publicVoucher, type Voucher } from '../../../contract/rules/articles/declared-material.ts'
import { changedPassage } from '../../../contract/rules/articles/passage.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { savedRichText } from '../../../platform/html/saved-rich-text.ts'
import { CLEANER, shownRichText } from '../../../platform/html/sanitise.ts'
import { invalid } from '../../../platform/errors.ts'
import { textDigest } from '../../../platform/audit.ts'
import { columnsOf, contentOf } from './content-columns.ts'
import { correctContributors } from './contributors.ts'
import { loadMaterial } from './declared-material.ts'
import { type LoadedSupplement, loadWorks, NO_WORKS } from './declared-works.ts'
import { supplementRecord, supplementsFrom } from './supplements.ts'
import { factsOf, featuredImage, finalPdf } from './uploads.ts'
import { loadSource } from '../full-text/stored-text.ts'

/** One changed field of an article. */
export type Change = {
  [Field in CorrectionField]: {
    field: Field
    /** The columns to update in the article's row. */
    columns: Partial<ArticleRow>
    /** The entry for the audit log. */
    before: CorrectedValues[Field]
    after: CorrectedValues[Field]
    /** Not visible to readers. */
    isHidden?: true
    /** The complete earlier value. */
    replaced: unknown
    /** Supplements as they are written. */
    next?: LoadedSupplement[]
  }
}[CorrectionField]

/**
 * Computes the changes of an article that the caller has locked. People are written at once; the rest is for
 * the caller to write. Files are locked before volumes, as in an approval, to avoid deadlocks.
 */
export async function correctionChanges(
  tx: Tx,
  caller: Caller,
  article: ArticleRow,
  correction: CorrectionOfArticle,
  at: string,
): Promise<Change[]> {
  const files = await fileChanges(tx, caller, article, correction)
  return [
    ...textChanges(article, correction),
    ...(await worksChanges(tx, article, correction)),
    ...(await materialChanges(tx, article, correction)),
    ...(await supplementChanges(tx, caller, article, correction)),
    ...(await placeChanges(tx, article, correction)),
    ...files,
    ...(await peopleChanges(tx, caller, article, correction, at)),
  ]
}

/** The scalar fields; the others need more than one column. */
const PLAIN_FIELDS = ['title', 'excerpt', 'keywords', 'issue', 'pageNum', ...STATEMENT_NAMES] as const

/** What these texts would change. */
export function textChanges(article: ArticleRow, correction: Partial<CorrectionOfArticle>): Change[] {
  const changes: Change[] = []
  const present = contentOf(article)
  for (const field of PLAIN_FIELDS) {
    const [before, after] = [present[field], correction[field]]
    if (after === undefined || after === before) continue
    changes.push({ field, columns: columnsOf({ [field]: after }), before, after, replaced: before } as Change)
  }
  if (correction.abstract !== undefined) {
    const abstract = savedRichText('abstract', correction.abstract, 'Abstract is required')
    if (abstract !== shownRichText(article.abstract, article.abstract_cleaner)) {
      const passage = changedPassage(textOfHtml(article.abstract), textOfHtml(abstract))
      changes.push({
        field: 'abstract',
        columns: { abstract, abstract_cleaner: CLEANER },
        before: { passage: passage.before, ...textDigest(article.abstract) },
        after: { passage: passage.after, ...textDigest(abstract) },
        replaced: article.abstract,
      })
    }
  }
  return changes
}

/** Funders and works, which have rows of their own. */
async function worksChanges(tx: Tx, { id }: ArticleRow, correction: CorrectionOfArticle): Promise<Change[]> {
  if (!correction.awards && !correction.links) return []
  const present = (await loadWorks(tx, [id])).get(id) ?? NO_WORKS
  return (['awards', 'links'] as const).flatMap((field): Change[] => {
    const [before, after] = [present[field], correction[field]]
    if (!after || JSON.stringify(after) === JSON.stringify(before)) return []
    return [{ field, columns: {}, before, after, replaced: before } as Change]
  })
}

export const MATERIAL = ['vouchers', 'permitDetails', 'newNames'] as const
export const isMaterial = (field: CorrectionField): field is (typeof MATERIAL)[number] =>
  (MATERIAL as readonly string[]).includes(field)

/** Vouchers, permits and new names. Where a protected plant grows readers do not see, before or after. */
async function materialChanges(tx: Tx, { id }: ArticleRow, correction: CorrectionOfArticle): Promise<Change[]> {
  if (!MATERIAL.some((field) => correction[field])) return []
  const present = (await loadMaterial(tx, [id])).get(id) ?? NO_MATERIAL
  const shown = (vouchers: readonly Voucher[]) => JSON.stringify(vouchers.map(publicVoucher))
  return MATERIAL.flatMap((field): Change[] => {
    const [before, after] = [present[field], correction[field]]
    if (!after || isDeepStrictEqual(after, before)) return []
    const isHidden = field === 'vouchers' && shown(present.vouchers) === shown(correction.vouchers!)
    return [{ field, columns: {}, before, after, replaced: before, ...(isHidden ? { isHidden } : {}) } as Change]
  })
}

/** Files that belong to the article: replaced, added, or called otherwise. */
async function supplementChanges(
  tx: Tx,
  { userId }: Caller,
  { id }: ArticleRow,
  { supplements }: CorrectionOfArticle,
): Promise<Change[]> {
  if (!supplements) return []
  const present = ((await loadWorks(tx, [id])).get(id) ?? NO_WORKS).supplements
  const next = await supplementsFrom(tx, userId, supplements, present)
  const [before, after] = [present.map(supplementRecord), next.map(supplementRecord)]
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  return [{ field: 'supplements', columns: {}, before, after, replaced: before, next }]
}

async function placeChanges(
  tx: Tx,
  article: ArticleRow,
  { categoryId, volumeId }: CorrectionOfArticle,
): Promise<Change[]> {
  const changes: Change[] = []
  if (categoryId !== undefined && categoryId !== article.category_id) {
    const next = await lockLiveCategory(tx, categoryId)
    const present = await tx
      .selectFrom('categories')
      .select('name')
      .where('id', '=', article.category_id)
      .executeTakeFirst()
    if (!present || !next) throw invalid('categoryId', 'Category is required')
    // The form may name a category that was merged since, into the one that the article is in.
    if (next.id !== article.category_id)
      changes.push({
        field: 'categoryId',
        columns: { category_id: next.id },
        before: present.name,
        after: next.name,
        replaced: article.category_id,
      })
  }
  if (volumeId !== undefined && volumeId !== article.volume_id) {
    // Locked as well, because the volume may be deleted concurrently.
    const next = volumeId === null ? null : await lockForUpdate(tx, 'volumes', volumeId)
    if (next === undefined) throw invalid('volumeId', VOLUME_GONE)
    const present =
      article.volume_id === null
        ? undefined
        : await tx.selectFrom('volumes').select('title').where('id', '=', article.volume_id).executeTakeFirst()
    changes.push({
      field: 'volumeId',
      columns: { volume_id: volumeId },
      before: present?.title ?? null,
      after: next?.title ?? null,
      replaced: article.volume_id,
    })
  }
  return changes
}

async function fileChanges(
  tx: Tx,
  { userId }: Caller,
  article: ArticleRow,
  { imageUrl, imageAlt, pdfUrl, fullTextUrl }: CorrectionOfArticle,
): Promise<Change[]> {
  const changes: Change[] = []
  const nextImage = imageUrl && fileIdOf(imageUrl) !== article.image_file_id ? imageUrl : undefined
  if (nextImage !== undefined || (imageUrl === null && article.image_file_id !== null)) {
    const image = nextImage === undefined ? null : await featuredImage(tx, userId, nextImage)
    const present = await loadFile(tx, article.image_file_id)
    changes.push({
      field: 'imageUrl',
      columns: { image_file_id: image?.id ?? null },
      before: factsOrNone(present),
      after: factsOrNone(image),
      replaced: present ? fileUrl(present) : null,
    })
  }
  const hasImage = imageUrl === undefined ? article.image_file_id !== null : imageUrl !== null
  const alt = hasImage ? (imageAlt === undefined ? article.image_alt : imageAlt) : null
  if (alt !== article.image_alt) {
    const texts = { before: article.image_alt, after: alt, replaced: article.image_alt }
    changes.push({ field: 'imageAlt', columns: { image_alt: alt }, ...texts })
  }
  const hasPdf = article.pdf_file_id !== null && fileIdOf(pdfUrl ?? '') === article.pdf_file_id
  if (pdfUrl !== undefined && !hasPdf) {
    const pdf = await finalPdf(tx, userId, pdfUrl)
    const present = await loadFile(tx, article.pdf_file_id)
    changes.push({
      field: 'pdfUrl',
      columns: { pdf_file_id: pdf.id },
      before: factsOrNone(present),
      after: factsOf(pdf),
      replaced: present ? fileUrl(present) : null,
    })
  }
  changes.push(...(await fullTextChange(tx, article, fullTextUrl)))
  return changes
}

/** The file itself is written after the article's row, because its record goes into it. */
async function fullTextChange(tx: Tx, { id }: ArticleRow, url: CorrectionOfArticle['fullTextUrl']): Promise<Change[]> {
  if (url === undefined) return []
  const present = (await loadSource(tx, id)) ?? null
  const next = url === null ? null : await loadFile(tx, fileIdOf(url) ?? null)
  if ((next?.id ?? null) === (present?.id ?? null)) return []
  const before = { before: factsOrNone(present), replaced: present ? fileUrl(present) : null }
  return [{ field: 'fullTextUrl', columns: {}, ...before, after: factsOrNone(next) }]
}

const factsOrNone = (file: FileFacts | null): FileFacts | null => file && factsOf(file)

const loadFile = async (tx: Tx, id: string | null): Promise<(FileFacts & { id: string }) | null> =>
  id === null
    ? null
    : ((await tx
        .selectFrom('files')
        .select(['id', 'name', 'bytes', 'sha256'])
        .where('id', '=', id)
        .executeTakeFirst()) ?? null)

async function peopleChanges(
  tx: Tx,
  caller: Caller,
  { id }: ArticleRow,
  { contributors }: CorrectionOfArticle,
  at: string,
): Promise<Change[]> {
  if (contributors === undefined) return []
  const people = await correctContributors(tx, caller, { articleId: id, at }, contributors)
  if (!people) return []
  const { before, after, order, isVisible, replaced } = people
  const isMoved = order.before.join('\n') !== order.after.join('\n')
  const side = (changed: Contributor[], names: string[]): PeopleChanged => ({
    ...(changed.length ? { changed } : {}),
    ...(isMoved ? { names } : {}),
  })
  return [
    {
      field: 'contributors',
      columns: {},
      ...(isVisible ? {} : { isHidden: true }),
      before: side(before, order.before),
      after: side(after, order.after),
      replaced,
    },
  ]
}
