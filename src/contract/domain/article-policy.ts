import { articleStatus, type ArticleFlags } from './article-status.ts'
import { isPublicRole, type ContributorRole } from './contributor-roles.ts'
import {
  administratorsOnly,
  isAdministrator,
  policy,
  UNAUTHENTICATED,
  type Actor,
  type Refusal,
  type Rule,
} from './policy.ts'

export const ALREADY_PUBLISHED = 'This article is already published'
export const ARCHIVED_NOT_APPROVED = 'Archived articles cannot be approved. Unarchive it first.'
export const DELETE_PUBLISHED = 'Only unpublished articles can be deleted'

/** What the rules read of an article. */
export interface ArticleRecord extends ArticleFlags {
  /** Null for imported articles. */
  readonly submitterId: string | null
}

export const isSubmitter = (actor: Actor | null, { submitterId }: ArticleRecord): boolean =>
  actor !== null && actor.userId === submitterId

const NOT_FOUND: Refusal = { kind: 'not_found', message: 'Post not found' }

/** All that is known of it, in any state. What readers see is for everybody, and no matter of policy. */
const readInFull: Rule<ArticleRecord> = (actor, article) =>
  isAdministrator(actor) || isSubmitter(actor, article) ? null : NOT_FOUND

/** The submitter's own deletion. */
const withdraw: Rule<ArticleRecord> = (actor, article) => {
  if (!actor) return UNAUTHENTICATED
  const hidden = readInFull(actor, article)
  if (hidden) return hidden
  if (!isSubmitter(actor, article)) {
    return { kind: 'forbidden', message: 'Only its submitter can withdraw an article' }
  }
  return article.published ? { kind: 'forbidden', message: DELETE_PUBLISHED } : null
}

/** Approval publishes what neither is nor was published, and is not archived. */
const approve: Rule<ArticleRecord> = (actor, article) => {
  const refused = administratorsOnly(actor)
  if (refused) return refused
  const status = articleStatus(article)
  if (status === 'archived') return { kind: 'conflict', message: ARCHIVED_NOT_APPROVED }
  return status === 'pending' ? null : { kind: 'conflict', message: ALREADY_PUBLISHED }
}

export const articlePolicy = policy({
  readInFull,
  withdraw,
  remove: (actor, article) => (isAdministrator(actor) ? null : withdraw(actor, article)),
  approve,
  correct: administratorsOnly,
  /** Both ways: hiding an article from readers and bringing it back. */
  archive: administratorsOnly,
  changeContributors: administratorsOnly,
} satisfies Record<string, Rule<ArticleRecord>>)

export type ArticleVerb = (typeof articlePolicy.verbs)[number]

/** Reviewers are for editors alone; a submitter sees those whom he or she named. */
export const canSeeContributor = (actor: Actor, { role, namedBy }: { role: ContributorRole; namedBy: string | null }) =>
  isPublicRole(role) || isAdministrator(actor) || namedBy === actor.userId
