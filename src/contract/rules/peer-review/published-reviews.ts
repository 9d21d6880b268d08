import { journal } from '../../journal.ts'
import { counted } from '../text/plain-text.ts'
import type { LetterKind } from './stages.ts'

/** Whether reviews are published with an article. */
export const PUBLICATION_POLICIES = ['off', 'reports'] as const
export type PublicationPolicy = (typeof PUBLICATION_POLICIES)[number]

/** Read on every use, and 'off' where the configuration does not know it. */
export const publicationPolicy = (): PublicationPolicy =>
  (journal().review as { publish?: string }).publish === 'reports' ? 'reports' : 'off'

/** What a reviewer says to the publication of their reports: one answer for all rounds of a manuscript. */
export const PUBLISH_CHOICES = ['named', 'unsigned', 'none'] as const
export type PublishChoice = (typeof PUBLISH_CHOICES)[number]

export const PUBLISH_ANSWERS = ['yes', 'no'] as const
export type PublishAnswer = (typeof PUBLISH_ANSWERS)[number]

export const PUBLISHED_KINDS = ['report', 'decision', 'reply'] as const
export type PublishedKind = (typeof PUBLISHED_KINDS)[number]

/** The letter of a DOI and of an anchor: of what kind a text is, and nothing of who wrote it or when. */
const KIND_LETTERS: Record<PublishedKind, string> = { report: 'r', decision: 'd', reply: 'a' }

export const reviewAnchor = (kind: PublishedKind, number: number): string => `${KIND_LETTERS[kind]}${number}`

/** A decision as its published letter is headed. */
export const DECIDED: Record<LetterKind, string> = {
  return: 'returned',
  decline: 'declined',
  minor: 'minor revision',
  major: 'major revision',
  accept: 'accepted',
}

/** How a text is headed, on the page and in every format. */
export function reviewTitle({
  kind,
  label,
  decision,
}: {
  kind: PublishedKind
  label: string | null
  decision: LetterKind | null
}): string {
  if (kind === 'report') return `Report of reviewer ${label}`
  return kind === 'decision' ? `Decision: ${DECIDED[decision ?? 'accept']}` : 'Authors’ reply'
}

/** '3 reports, 1 signed' */
export function reportsInWords(reports: readonly { name: string | null }[]): string {
  const signed = reports.filter(({ name }) => name !== null).length
  const count = counted(reports.length, 'report')
  return signed === 0
    ? `${count}, unsigned`
    : signed === reports.length
      ? `${count}, signed`
      : `${count}, ${signed} signed`
}

/** Why a text stays unpublished, for editors. */
export const HELD_BACK = {
  policy: 'The invitation did not say that reports are published.',
  unanswered: 'The reviewer has not said whether it may be published.',
  refused: 'The reviewer does not want it published.',
  names: 'It names a reviewer who does not sign.',
  quotes: 'It may quote a report that is not published.',
} as const
export type HeldBack = keyof typeof HELD_BACK

/** A letter that was sent, with what came of it. */
export interface DecisionFacts {
  id: string
  kind: LetterKind
  letter: string
  /** The reports that the authors received with it, in the order of their labels. */
  reports: readonly {
    reportId: string
    reviewerId: string
    label: string
    text: string
    policy: PublicationPolicy
    choice: PublishChoice | null
  }[]
  /** What the authors answered. */
  reply: { versionId: string; text: string } | null
}

/** A text that may be published. The round counts decisions: each ends one. */
export interface Publishable {
  kind: PublishedKind
  decisionId: string
  reportId: string | null
  versionId: string | null
  reviewerId: string | null
  round: number
  label: string | null
  decision: LetterKind | null
  text: string
  isSigned: boolean
}

export interface Selection {
  items: Publishable[]
  heldBack: (Pick<Publishable, 'kind' | 'round' | 'label' | 'decision'> & { why: HeldBack })[]
}

/**
 * What may be published of a manuscript's review, once its authors agree, in the order of the page. A report needs its
 * reviewer's consent and an invitation under the policy. Letters and replies quote reports, so they wait for all that the
 * authors had received until then. `names` finds reviewers who do not sign; what names one of them stays unpublished.
 */
export function selectReviews(decisions: readonly DecisionFacts[], names: (text: string) => boolean): Selection {
  const items: Publishable[] = []
  const heldBack: Selection['heldBack'] = []
  let isWhole = true
  for (const [index, { id, kind, letter, reports, reply }] of decisions.entries()) {
    const common = { decisionId: id, round: index + 1, reportId: null, versionId: null, reviewerId: null }
    const take = (item: Publishable, why: HeldBack | null) => {
      if (why === null) items.push(item)
      else heldBack.push({ kind: item.kind, round: item.round, label: item.label, decision: item.decision, why })
    }
    for (const { reportId, reviewerId, label, text, policy, choice } of reports) {
      const why: HeldBack | null =
        policy === 'off'
          ? 'policy'
          : choice === null
            ? 'unanswered'
            : choice === 'none'
              ? 'refused'
              : names(text)
                ? 'names'
                : null
      if (why !== null) isWhole = false
      const item = { ...common, reportId, reviewerId, label, text, decision: null, isSigned: choice === 'named' }
      take({ ...item, kind: 'report' }, why)
    }
    const of = (text: string): HeldBack | null => (!isWhole ? 'quotes' : names(text) ? 'names' : null)
    take({ ...common, kind: 'decision', label: null, text: letter, decision: kind, isSigned: true }, of(letter))
    if (reply) {
      const item = { ...common, versionId: reply.versionId, label: null, text: reply.text, decision: null }
      take({ ...item, kind: 'reply', isSigned: true }, of(reply.text))
    }
  }
  // Letters alone would say little about the review.
  return { items: items.some(({ kind }) => kind === 'report') ? items : [], heldBack }
}
