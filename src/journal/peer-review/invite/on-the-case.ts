import { sql } from 'kysely'
import type { Action } from '../../../contract/rules/accounts/actions.ts'
import { because, type Candidate, type Finding, identityOf } from '../../../contract/rules/peer-review/conflicts.ts'
import { type AssignmentState, type CoReviewerState, isLive } from '../../../contract/rules/peer-review/stages.ts'
import { likenessOf } from '../../../contract/rules/people/same-person.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { loadAddresses } from '../reviewers/queries.ts'

/** Someone who has been asked to review a manuscript, in any round, or whom a reviewer has named as a colleague. */
interface OnCase {
  /** Null for a colleague. */
  reviewerId: string | null
  coReviewerId: string | null
  candidate: Candidate
  /** They take part now. */
  isLive: boolean
  /** What they do, after their name: 'who has been asked to review this manuscript'. */
  who: string
}

/** A conflict of interest that a reviewer of the case has told of, in any round. */
interface Declared {
  reviewerId: string
  text: string | null
  waivedReason: string | null
  isWaived: boolean
}

/** Everybody who has had a part in a case, for comparing others with them. */
export interface CasePeople {
  people: OnCase[]
  editors: CaseEditor[]
  declared: Declared[]
}

/** Nobody reviews what they edit. */
export const EDITS = 'Edits this manuscript, or has done so.'
const ASKED = 'who has been asked to review this manuscript'

/** Reads them, without those who were erased, and the editor who asks: six queries. */
export async function readCasePeople(db: Db, articleId: string, callerId: string): Promise<CasePeople> {
  const assignments = await db
    .selectFrom('review_assignments as assignment')
    .innerJoin('reviewers', 'reviewers.id', 'assignment.reviewer_id')
    .select(['assignment.id', 'assignment.reviewer_id', 'assignment.state', 'assignment.email'])
    .select(['conflict_answer', 'conflict_text'])
    .select(['full_name', 'affiliation', 'orcid', 'user_id'])
    .where('assignment.article_id', '=', articleId)
    .where('reviewers.erased_at', 'is', null)
    .orderBy('assignment.created_at')
    .execute()
  const editors = await caseEditors(db, articleId, callerId)
  if (!assignments.length) return { people: [], editors, declared: [] }
  const byReviewer = Map.groupBy(assignments, ({ reviewer_id }) => reviewer_id)
  const addresses = await loadAddresses(db, [...byReviewer.keys()])
  const colleagues = await db
    .selectFrom('co_reviewers')
    .select(['id', 'assignment_id', 'full_name', 'email', 'orcid', 'state'])
    .where(
      'assignment_id',
      'in',
      assignments.map(({ id }) => id),
    )
    .where('email', '<>', '')
    .orderBy('created_at')
    .execute()
  const conflicts = await db
    .selectFrom('conflicts')
    .select(['reviewer_id', 'text', 'waived_reason', 'waived_at'])
    .where('article_id', '=', articleId)
    .where('found', '=', 'declared')
    .where('kind', '=', 'other')
    .where('reviewer_id', 'in', [...byReviewer.keys()])
    .orderBy('created_at')
    .execute()

  const reviewers = [...byReviewer].map(([reviewerId, rows]): OnCase => {
    const { full_name, affiliation, orcid, user_id } = rows[0]!
    const known = addresses.filter(({ reviewer_id }) => reviewer_id === reviewerId).map(({ email }) => email)
    const emails = [...new Set([...known, ...rows.map(({ email }) => email)].map((email) => email.toLowerCase()))]
    return {
      ...{ reviewerId, coReviewerId: null, who: ASKED },
      candidate: { fullName: full_name, affiliation, orcid, userId: user_id, emails },
      isLive: rows.some(({ state }) => isLive(state)),
    }
  })
  const others = colleagues.map((one): OnCase => {
    const { state, full_name } = assignments.find(({ id }) => id === one.assignment_id)!
    return {
      ...{ reviewerId: null, coReviewerId: one.id, who: `whom ${full_name} has named as a colleague` },
      candidate: { fullName: one.full_name, affiliation: '', orcid: one.orcid, emails: [one.email.toLowerCase()] },
      isLive: takesPart(state, one.state),
    }
  })
  // What reviewers declared before it was kept beside the case is in the assignment alone.
  const told = assignments.filter(
    ({ reviewer_id, conflict_answer }) =>
      conflict_answer === 'declared' && !conflicts.some((conflict) => conflict.reviewer_id === reviewer_id),
  )
  const declared = [
    ...conflicts.map(({ reviewer_id, text, waived_reason, waived_at }) => ({
      ...{ reviewerId: reviewer_id!, waivedReason: waived_reason, isWaived: waived_at !== null },
      text: text ?? byReviewer.get(reviewer_id!)!.findLast(({ conflict_text }) => conflict_text)?.conflict_text ?? null,
    })),
    ...told.map(({ reviewer_id, conflict_text }) => ({
      ...{ reviewerId: reviewer_id, waivedReason: null, isWaived: false },
      text: conflict_text,
    })),
  ]
  return { people: [...reviewers, ...others], editors, declared }
}

const takesPart = (assignment: AssignmentState, colleague: CoReviewerState): boolean =>
  (assignment === 'agreed' || assignment === 'submitted') && colleague !== 'refused'

/** What speaks against someone because of who else has a part in the case. */
export interface AmongCasePeople {
  findings: Finding[]
  whyNot: string | null
}

/** Compares someone with everybody who has a part in the case; they themselves are left out. */
export function amongCasePeople(
  person: Candidate & { reviewerId?: string | null; coReviewerId?: string | null },
  { people, editors, declared }: CasePeople,
): AmongCasePeople {
  const identity = identityOf(person)
  const findings: Finding[] = []
  let whyNot: string | null = null
  for (const editor of editors) {
    const alike = likenessOf(identity, identityOf(editor))
    if (alike?.likeness === 'same') {
      whyNot ??= EDITS
    } else if (alike?.likeness === 'likely') {
      const sentence = `May be ${editor.fullName}, an editor of this manuscript: ${because(alike)}`
      findings.push({ kind: 'editorial', weight: 'conflict', sentence })
    } else if (alike) {
      const sentence = `Has a name like ${editor.fullName}, an editor of this manuscript`
      findings.push({ kind: 'same-name', weight: 'hint', sentence })
    }
  }
  const own = new Set(person.reviewerId ? [person.reviewerId] : [])
  for (const { reviewerId, coReviewerId, candidate, isLive, who } of people) {
    const isOneself = reviewerId === null ? coReviewerId === person.coReviewerId : reviewerId === person.reviewerId
    const alike = isOneself ? null : likenessOf(identity, identityOf(candidate))
    if (!alike) continue
    if (alike.likeness === 'hint') {
      findings.push({ kind: 'same-name', weight: 'hint', sentence: `Has a name like ${candidate.fullName}, ${who}` })
      continue
    }
    if (reviewerId !== null) own.add(reviewerId)
    if (alike.likeness === 'same' && (isLive || reviewerId !== null)) {
      whyNot ??= `Is ${candidate.fullName}, ${who}: ${because(alike)}.`
      continue
    }
    const sentence = `May be ${candidate.fullName}, ${who}: ${because(alike)}`
    findings.push({ kind: 'same-reviewer', weight: 'conflict', sentence })
  }
  findings.push(...declared.filter(({ reviewerId }) => own.has(reviewerId)).map(declaredFinding))
  return { findings, whyNot }
}

function declaredFinding({ text, isWaived, waivedReason }: Declared): Finding {
  const sentence = `Has declared a conflict of interest${text ? `: “${text}”` : ''}`
  return isWaived
    ? { kind: 'declared', weight: 'hint', sentence: `${sentence}. Waived${waivedReason ? `: ${waivedReason}` : ''}` }
    : { kind: 'declared', weight: 'conflict', sentence }
}

interface CaseEditor extends Candidate {
  userId: string
}

/** What only someone does who edits a case; the log keeps it when they no longer do. */
const EDITING: readonly Action[] = [
  ...(['article.screen', 'article.invite-reviewers', 'article.cancel-review', 'article.change-review'] as const),
  ...(['article.decide', 'article.undo-decision', 'article.clarify', 'article.waive-conflict'] as const),
  ...(['article.answer-co-review', 'article.forward-report', 'article.recuse', 'article.change-editor'] as const),
  'article.move-revision-date',
]

/**
 * Who handles a case, its guest editors, those who were so before, and the editor who is asking: nobody
 * reviews what they edit. One query.
 */
async function caseEditors(db: Db, articleId: string, callerId: string): Promise<CaseEditor[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'full_name', 'email', 'orcid'])
    .where((where) =>
      where.or([
        where('id', '=', callerId),
        where(
          'id',
          'in',
          where
            .selectFrom('audit_entries')
            .select('actor_id')
            .where('subject', '=', articleId)
            .where('action', 'in', EDITING)
            .where('actor_id', 'is not', null)
            .$castTo<{ actor_id: string }>(),
        ),
        // Someone whom others have made its editor.
        where.exists(
          where
            .selectFrom('audit_entries')
            .select('audit_entries.id')
            .where('subject', '=', articleId)
            .where('action', '=', 'article.change-editor')
            .where(sql<boolean>`"after" like '%"editorId":"' || users.id || '"%'`),
        ),
        where(
          'id',
          'in',
          where
            .selectFrom('review_cases')
            .select('editor_id')
            .where('article_id', '=', articleId)
            .$castTo<{ editor_id: string }>(),
        ),
        where(
          'id',
          'in',
          where
            .selectFrom('case_editors')
            .select('user_id')
            .where('article_id', '=', articleId)
            .where('is_guest', '=', 1)
            .where('recused_at', 'is', null),
        ),
      ]),
    )
    .execute()
  return users.map(({ id, full_name, email, orcid }) => ({
    ...{ userId: id, fullName: full_name, emails: [email.toLowerCase()], orcid, affiliation: '' },
  }))
}
