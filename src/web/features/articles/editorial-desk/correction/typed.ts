import type { Article } from '../../../../../contract/api/articles.ts'
import {
  CORRECTION_FIELDS,
  type CorrectionField,
  eachStatement,
} from '../../../../../contract/rules/articles/statements.ts'
import { typedMaterial, type TypedMaterial } from '../../typed-material.ts'
import { sentLinks, sentSupplements, type TypedSupplement, typedWorks, type TypedWorks } from '../../typed-works.ts'
import { sentPeople, typedAuthor, type TypedPerson } from '../../../../site/people/typed-author.ts'

/** The state of the correction form; empty strings for none. */
export interface Typed
  extends
    Record<Exclude<CorrectionField, 'contributors' | 'supplements' | keyof TypedWorks | keyof TypedMaterial>, string>,
    TypedWorks,
    TypedMaterial {
  supplements: TypedSupplement[]
  contributors: TypedPerson[]
}

export const typedOf = (article: Article): Typed => ({
  title: article.title,
  excerpt: article.excerpt,
  abstract: article.abstract,
  keywords: article.keywords,
  ...eachStatement((statement) => article[statement] ?? ''),
  // What authors have said themselves is theirs to change.
  competingInterests: article.submittedInterests ?? '',
  ...typedWorks(article),
  ...typedMaterial(article),
  supplements: article.supplements.map(({ url, name, bytes, title, licenceUrl, doi }) => ({
    ...{ url, name, bytes, title, licenceUrl: licenceUrl ?? '', doi: doi ?? '' },
  })),
  categoryId: article.categoryId,
  volumeId: article.volumeId ?? '',
  issue: article.issue ?? '',
  pageNum: article.pageNum ?? '',
  imageUrl: article.imageUrl ?? '',
  imageAlt: article.imageAlt ?? '',
  pdfUrl: article.pdfUrl ?? '',
  fullTextUrl: article.fullTextUrl ?? '',
  contributors: article.contributors.map(({ contributorId, role, contributor }) => ({
    key: contributorId,
    contributorId,
    author: typedAuthor({ ...contributor, role }),
  })),
})

const FIELDS = Object.keys(CORRECTION_FIELDS) as CorrectionField[]

const ROWS = ['awards', 'links', 'supplements', 'vouchers', 'permitDetails', 'newNames'] as const
const isRows = (field: CorrectionField): field is (typeof ROWS)[number] => (ROWS as readonly string[]).includes(field)

/** Surrounding spaces do not count as a change. */
const comparable = (typed: Typed, field: CorrectionField): string =>
  field === 'contributors'
    ? JSON.stringify(typed.contributors.map(({ contributorId, author }) => [contributorId, author]))
    : isRows(field)
      ? JSON.stringify(typed[field])
      : typed[field].trim()

/** The fields in which two versions of an article differ, in the order of the form. */
export const changedFields = (one: Typed, other: Typed): CorrectionField[] =>
  FIELDS.filter((field) => comparable(one, field) !== comparable(other, field))

/** The request: only changed fields. Unchanged authors are referred to by id. */
export function correctionOf(base: Typed, typed: Typed): Record<string, unknown> {
  return Object.fromEntries(changedFields(base, typed).map((field) => [field, sent(field, base, typed)]))
}

function sent(field: CorrectionField, base: Typed, typed: Typed): unknown {
  if (field === 'contributors') return sentPeople(base.contributors, typed.contributors)
  if (field === 'links') return sentLinks(typed.links)
  if (field === 'supplements') return sentSupplements(typed.supplements)
  return field === 'imageUrl' || field === 'fullTextUrl' ? typed[field] || null : typed[field]
}

export interface Rebased {
  typed: Typed
  /** Fields that someone else has changed. */
  theirs: CorrectionField[]
  /** Fields that both have changed: the typed text is kept. */
  both: CorrectionField[]
}

/** Merges the input with what someone else has saved in the meantime, without losing either. */
export function rebased(base: Typed, typed: Typed, fresh: Typed): Rebased {
  const mine = changedFields(base, typed)
  const theirs = changedFields(base, fresh)
  const ours = Object.fromEntries(mine.map((field) => [field, typed[field]])) as Partial<Typed>
  const agreed = new Set(changedFields(typed, fresh))
  return {
    typed: { ...fresh, ...ours },
    theirs,
    both: theirs.filter((field) => mine.includes(field) && agreed.has(field)),
  }
}
