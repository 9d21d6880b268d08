import { CASE_MOVES, stageSentence } from '../peer-review/case-moves.ts'
import { type ContributorRole, isPublicRole } from '../people/people.ts'
import type { SuggestionSource } from '../peer-review/reviewer-suggestions.ts'
import {
  type Actor,
  administratorsOnly,
  hasDuty,
  isAdministrator,
  policy,
  type Refusal,
  type Rule,
  UNAUTHENTICATED,
} from '../accounts/access.ts'
import type { CaseStage } from '../peer-review/stages.ts'

export const ALREADY_PUBLISHED = 'This article is already published'
export const ARCHIVED_NOT_APPROVED = 'Archived articles cannot be published. Unarchive it first.'
export const DELETE_PUBLISHED = 'Only unpublished articles can be deleted'

export const FILES_ONCE_PUBLIC = 'A full text can be added once the article is public.'
export const ACCEPT_FIRST = 'It can be published once it has been accepted.'

/** The fields of an article that the rules use. */
export interface ArticleRecord extends ArticleFlags {
  /** Null for imported articles. */
  readonly submitterId: string | null
  /** True if it is accepted for good, and the actor is in production and not recused from it. */
  readonly isProduced?: boolean
}

export const isSubmitter = (actor: Actor | null, { submitterId }: ArticleRecord): boolean =>
  actor !== null && actor.userId === submitterId

const NOT_FOUND: Refusal = { kind: 'not_found', message: 'Post not found' }

/** Read the full record, in any state. The public form is available to everyone and not covered here. */
const readInFull: Rule<ArticleRecord> = (actor, article) =>
  isAdministrator(actor) || isSubmitter(actor, article) ? null : NOT_FOUND

/** Deletion by the submitter. */
const withdraw: Rule<ArticleRecord> = (actor, article) => {
  if (!actor) return UNAUTHENTICATED
  const hidden = readInFull(actor, article)
  if (hidden) return hidden
  if (!isSubmitter(actor, article)) {
    return { kind: 'forbidden', message: 'Only its submitter can withdraw an article' }
  }
  return article.published ? { kind: 'forbidden', message: DELETE_PUBLISHED } : null
}

/** Only an article that was never published and is not archived can be approved. */
const approve: Rule<ArticleRecord> = (actor, article) => administratorsOnly(actor) ?? isApprovable(article)

/** For an issue: hold it, make its PDF, take it out, and publish it with the issue or ahead of it. */
const hold: Rule<ArticleRecord> = (actor, article) => readAsProduction(actor, article) ?? isApprovable(article)

/** A full text or PDF in place of the present one: production gives them to what is published. */
const correctFiles: Rule<ArticleRecord> = (actor, article) => {
  const refused = readAsProduction(actor, article)
  if (refused || isAdministrator(actor)) return refused
  return hasBeenPublic(article) ? null : { kind: 'conflict', message: FILES_ONCE_PUBLIC }
}

/** What production sees of issues and files; of other articles it does not know. */
const readAsProduction: Rule<ArticleRecord> = (actor, { isProduced }) => {
  if (isAdministrator(actor) || (actor && isProduced)) return null
  return hasDuty(actor, 'production') ? NOT_FOUND : administratorsOnly(actor)
}

function isApprovable(article: ArticleRecord): Refusal | null {
  const { stage } = article
  if (stage && !article.published && !(stage in CASE_MOVES.publish.from)) {
    return { kind: 'conflict', message: `${stageSentence(stage)} ${ACCEPT_FIRST}` }
  }
  const status = articleStatus(article)
  if (status === 'archived') return { kind: 'conflict', message: ARCHIVED_NOT_APPROVED }
  return status === 'pending' ? null : { kind: 'conflict', message: ALREADY_PUBLISHED }
}

export const articlePolicy = policy({
  readInFull,
  withdraw,
  remove: (actor, article) => (isAdministrator(actor) ? null : withdraw(actor, article)),
  approve,
  hold,
  readAsProduction,
  correctFiles,
  correct: administratorsOnly,
  /** Archive and restore. */
  archive: administratorsOnly,
  changeContributors: administratorsOnly,
} satisfies Record<string, Rule<ArticleRecord>>)

export type ArticleVerb = (typeof articlePolicy.verbs)[number]

/** Submitters see whom they have suggested or opposed themselves; what reviewers suggest is for editors. */
export const canSeeSuggestion = (actor: Actor, { source }: { source: SuggestionSource }) =>
  isAdministrator(actor) || source === 'author'

/** Reviewers are visible to editors; submitters see only those whom they suggested. */
export const canSeeContributor = (actor: Actor, { role, namedBy }: { role: ContributorRole; namedBy: string | null }) =>
  isPublicRole(role) || isAdministrator(actor) || namedBy === actor.userId

/** The flags that determine an article's status. */
export interface ArticleFlags {
  published: boolean
  approvedByAdmin: boolean
  isArchive: boolean
  /** Of its peer review, for those who may know it. */
  stage?: CaseStage | null
}

export type ArticleStatus = (typeof ARTICLE_STATUSES)[number]

/** The displayed status. */
export function articleStatus({ published, approvedByAdmin, isArchive, stage }: ArticleFlags): ArticleStatus {
  if (isArchive) return 'archived'
  if (published) return approvedByAdmin ? 'published' : 'rejected'
  return stage === 'declined' || stage === 'withdrawn' ? 'rejected' : 'pending'
}

/** Visible to readers. */
export const isPublic = (flags: ArticleFlags): boolean => articleStatus(flags) === 'published'

/** Is or was visible to readers: an archived article was public once and may have been cited. */
export const hasBeenPublic = (flags: ArticleFlags): boolean => isPublic({ ...flags, isArchive: false })

/** How Research Listings can be filtered and sorted. */
export const ARTICLE_STATUSES = ['pending', 'published', 'archived', 'rejected'] as const

export const ARTICLE_SORTS = ['newest', 'oldest', 'title', 'author'] as const
export type ArticleSort = (typeof ARTICLE_SORTS)[number]

export const SEARCH_MAX = 200
/** So many matches of a search are listed and counted, the last added ones. */
export const MATCHES_MAX = 1_000
