import type { Article, PublicArticle, PublicContributor } from '../../../contract/api/articles.ts'
import type { PublishedNotice } from '../../../contract/api/published-notice.ts'
import { type Material, publicVoucher } from '../../../contract/rules/articles/declared-material.ts'
import { publicTitle } from '../../../contract/rules/articles/notices.ts'
import { canSeeContributor, canSeeSuggestion } from '../../../contract/rules/articles/article-policy.ts'
import { printedInterests } from '../../../contract/rules/articles/stated-interests.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { ImageSize } from '../../../contract/rules/articles/pictures.ts'
import type { CaseStage } from '../../../contract/rules/peer-review/stages.ts'
import { eachStatement, notAskedOf } from '../../../contract/rules/articles/statements.ts'
import { type Actor, isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { journal } from '../../../contract/journal.ts'
import type { StatementAnswerRow } from '../../../platform/database/declaration-tables.ts'
import type { ArticleRow, UserRow } from '../../../platform/database/tables.ts'
import { extensionOf, fileUrl, FILE_FINDINGS, type FileFinding } from '../../../contract/rules/files/file-rules.ts'
import { canReadFindings } from '../files/policy.ts'
import { shownRichText } from '../../../platform/html/sanitise.ts'
import type { LinkedSuggestion } from '../../peer-review/reviewers/suggestions.ts'
import type { DeclaredWorks, LoadedSupplement } from './declared-works.ts'
import { contentOf } from './content-columns.ts'
import type { LinkedAuthor, LinkedContributor } from './contributor-rows.ts'
import { flagsOf, isPublic } from './transitions.ts'

/** An article with its related rows. */
export interface LoadedArticle {
  row: ArticleRow
  category: { id: string; name: string }
  volume: { id: string; title: string } | null
  submitter: UserRow | null
  authors: LinkedAuthor[]
  /** With the suggested reviewers, as the API lists them; without them where only the public form is read. */
  contributors: LinkedContributor[]
  /** Empty where only the public form is read. */
  answers: StatementAnswerRow[]
  works: DeclaredWorks
  /** Absent in lists. */
  material?: Material
  suggestions: LinkedSuggestion[]
  files: { id: string; name: string; findings: string | null }[]
  /** True only where one article is read. */
  pdfIsTypeset: boolean
  /** The file with its text. */
  source: { id: string; name: string } | null
  /** Null until its smaller copies have been made. */
  imageSize: ImageSize | null
  /** What was found in the final PDF. */
  pdfFindings: string | null
  /** Its peer review; null for articles that never entered it. */
  review: { number: string; stage: CaseStage; stageForAuthors: CaseStage } | null
  /** Published notices about it, and the one that it is; absent where whole articles are not read. */
  notices?: PublishedNotice[]
  /** How many reports of its review are public; absent where it was not asked. */
  reviewsPublished?: number
  asNotice?: PublishedNotice | null
}

/** The public form of an article: review is single-blind and email addresses stay private. */
export function presentPublicArticle(article: LoadedArticle): PublicArticle {
  const contributors = article.authors.map(({ role, email, ...author }): PublicContributor => ({
    role,
    createdAt: author.linkedAt,
    contributorId: author.id,
    contributor: { ...commonOfPerson(author), ...(role === 'Corresponding Author' && email ? { email } : {}) },
  }))
  const title = publicTitle(article.row.title, article.row.standing)
  const { notices, asNotice, reviewsPublished } = article
  return {
    ...common(article),
    ...{ title, titleText: plainTitle(title) },
    ...(notices ? { notices, asNotice: asNotice ?? null } : {}),
    ...publicMaterial(article),
    ...(reviewsPublished === undefined ? {} : { reviewsPublished }),
    ...(article.row.standing === 'removed' ? HIDDEN : {}),
    contributors,
    author: { fullName: submitterName(article) },
  }
}

const NO_WORKS_SHOWN: Pick<PublicArticle, 'awards' | 'links' | 'supplements'> = {
  awards: [],
  links: [],
  supplements: [],
}

/** Nor are these shown of a removed article, whose abstract, text and files the removal has taken away. */
const HIDDEN = { keywords: '', reviewsPublished: 0, ...eachStatement(() => null), ...NO_WORKS_SHOWN, notAsked: [] }

/** Where protected plants grow is left out. Of a removed article the names that it has published remain. */
function publicMaterial({ material, row }: LoadedArticle): Partial<Material> {
  if (!material) return {}
  if (row.standing === 'removed') return { vouchers: [], permitDetails: [], newNames: material.newNames }
  return { ...material, vouchers: material.vouchers.map(publicVoucher) }
}

/** The form of an article for its submitter and administrators; file findings are for administrators only. */
export function presentArticle(article: LoadedArticle, viewer: Actor): Article {
  const { submitter } = article
  const contributors = article.contributors.filter((contributor) => canSeeContributor(viewer, contributor))
  const found = (findings: string | null) => (canReadFindings(viewer) ? findingsOf(findings) : undefined)
  return {
    ...common(article),
    ...article.material,
    contributors: contributors.map((contributor) => ({
      role: contributor.role,
      createdAt: contributor.linkedAt,
      contributorId: contributor.id,
      contributor: {
        ...commonOfPerson(contributor),
        email: contributor.email,
        profileUrl: contributor.profileUrl,
        competingInterests: contributor.competingInterests,
      },
    })),
    author: submitter?.deleted_at
      ? { fullName: submitter.full_name }
      : submitter
        ? {
            fullName: submitter.full_name,
            email: submitter.email,
            username: submitter.username,
            location: submitter.location,
            orc_id: submitter.orcid,
            lastLogin: submitter.last_login_at,
          }
        : { fullName: submitterName(article) },
    supplements: article.works.supplements.map(({ id, ...supplement }) => ({
      ...supplement,
      url: fileUrl({ id, name: supplement.name }),
    })),
    files: article.files.map((file) => ({ url: fileUrl(file), name: file.name, findings: found(file.findings) })),
    fullTextUrl: isAdministrator(viewer) && article.source ? fileUrl(article.source) : null,
    pdfFindings: found(article.pdfFindings),
    ...(article.notices ? { notices: article.notices, asNotice: article.asNotice ?? null } : {}),
    submittedInterests: article.row.competing_interests,
    comments: article.row.comments,
    reviewerSuggestions: article.suggestions.filter((suggestion) => canSeeSuggestion(viewer, suggestion)),
    statementAnswers: article.answers.map(({ statement, answer, at }) => ({ statement, answer, at })),
    submitterId: article.row.submitter_id,
    stage: (isAdministrator(viewer) ? article.review?.stage : article.review?.stageForAuthors) ?? null,
    manuscriptNumber: article.review?.number ?? null,
    version: article.row.version,
  }
}

const commonOfPerson = (contributor: Omit<LinkedContributor, 'role' | 'email'>) => ({
  fullName: contributor.fullName,
  familyName: contributor.familyName,
  givenNames: contributor.givenNames,
  isGroup: contributor.isGroup,
  affiliation: contributor.affiliation,
  affiliations: contributor.affiliations,
  orcidId: contributor.orcidId,
  orcidAuthenticated: contributor.orcidAuthenticatedAt !== null,
  credit: contributor.credit,
  creditSaidBy: contributor.creditSaidBy,
  createdAt: contributor.createdAt,
})

/**
 * Imported articles have no submitter, and the account of another's may have been deleted: their corresponding or first
 * author is shown instead.
 */
function submitterName({ submitter, authors }: LoadedArticle): string {
  const author = authors.find(({ role }) => role === 'Corresponding Author') ?? authors[0]
  return (submitter?.deleted_at ? null : submitter?.full_name) ?? author?.fullName ?? journal().name
}

/** The public URL, or for an archived article the private one, for those who may still see it. */
function pdfUrlOf(row: ArticleRow): string | null {
  if (row.pdf_file_id === null) return null
  return isPublic(row) ? paths.articlePdf(row.id) : fileUrl({ id: row.pdf_file_id, name: `${row.slug}.pdf` })
}

function common({ row, category, volume, imageSize, pdfIsTypeset, works, authors }: LoadedArticle) {
  return {
    ...contentOf(row),
    competingInterests: printedInterests(row.competing_interests, authors),
    ...{ awards: works.awards, links: works.links },
    supplements: works.supplements.map((one) => presentSupplement(row.id, one)),
    id: row.id,
    ...{ type: row.type, standing: row.standing, namesLocked: row.names_locked === 1 },
    notAsked: notAskedOf(row.asked_statements, contentOf(row)),
    titleText: plainTitle(row.title),
    slug: row.slug,
    abstract: shownRichText(row.abstract, row.abstract_cleaner),
    category,
    imageUrl: row.image_file_id === null ? null : fileUrl({ id: row.image_file_id, name: 'image' }),
    imageSize,
    pdfUrl: pdfUrlOf(row),
    ...(pdfIsTypeset ? { pdfIsTypeset } : {}),
    volume: volume && { id: volume.id, title: volume.title, name: volume.title },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
    correctedAt: row.corrected_at,
    ...flagsOf(row),
    peerReview: row.peer_review === null ? null : (JSON.parse(row.peer_review) as PublicArticle['peerReview']),
    licenceUrl: row.licence_url ?? journal().licence.url,
    source: row.source_journal === null ? null : { journal: row.source_journal, publisher: row.source_publisher },
    versionNumber: isPublic(row) ? Math.max(1, row.public_version) : row.public_version,
    isSample: row.origin === 'sample',
  }
}

/** At the address of its bytes: in another version another file has another one. */
const presentSupplement = (articleId: string, { id, name, ...supplement }: LoadedSupplement) => ({
  ...supplement,
  url: paths.articleSupplement(articleId, `${id}.${extensionOf(name)}`),
})

/** The findings in a file's row; undefined if it was not checked. */
function findingsOf(column: string | null): FileFinding[] | undefined {
  if (column === null) return undefined
  const words = column.split(',')
  return FILE_FINDINGS.filter((finding) => words.includes(finding))
}
