import type { Recommendation, ReviewAnswer } from './stages.ts'
import { ANSWER_NAMES, DECISION_NAMES } from './stages.ts'

/** A report while it is being written: every part may still be missing. */
export interface DraftContent {
  /** By the ids of the journal's questions. */
  readonly answers: Readonly<Record<string, ReviewAnswer>>
  readonly toAuthors: string
  readonly toEditor: string
  readonly recommendation: Recommendation | null
  /** The reviewer confirms that no AI tool was used. */
  readonly noAi: boolean
  /** Who has helped, in the reviewer's words. */
  readonly workedWith: string
}

export const EMPTY_DRAFT: DraftContent = {
  answers: {},
  toAuthors: '',
  toEditor: '',
  recommendation: null,
  noAi: false,
  workedWith: '',
}

/** One text for equal drafts, whatever the order in which the questions were answered. */
export const draftKey = ({ answers, ...rest }: DraftContent): string =>
  JSON.stringify([
    Object.entries(answers).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ...TEXTS.map((field) => rest[field]),
    rest.recommendation,
    rest.noAi,
  ])

const TEXTS = ['toAuthors', 'toEditor', 'workedWith'] as const

export const isSameDraft = (one: DraftContent, other: DraftContent): boolean => draftKey(one) === draftKey(other)

/**
 * Two drafts in one: their texts one after the other, `first` above; where both have answered, `second` counts.
 * What one text already contains is not repeated.
 */
export function bothDrafts(first: DraftContent, second: DraftContent): DraftContent {
  const joined = (field: (typeof TEXTS)[number], between: string) => {
    const [one, other] = [first[field], second[field]]
    if (other.includes(one.trim())) return other
    if (one.includes(other.trim())) return one
    return `${one.trimEnd()}${between}${other.trimStart()}`
  }
  return {
    answers: { ...first.answers, ...second.answers },
    toAuthors: joined('toAuthors', '\n\n'),
    toEditor: joined('toEditor', '\n\n'),
    recommendation: second.recommendation ?? first.recommendation,
    noAi: first.noAi && second.noAi,
    workedWith: joined('workedWith', ', '),
  }
}

/** True if nothing of `other` would be missing if it were replaced by `draft`. */
export const holdsAllOf = (draft: DraftContent, other: DraftContent): boolean =>
  TEXTS.every((field) => draft[field].includes(other[field].trim())) &&
  Object.entries(other.answers).every(([id, answer]) => draft.answers[id] === answer) &&
  (other.recommendation === null || draft.recommendation === other.recommendation)

export interface Question {
  readonly id: string
  readonly ask: string
}

/** A draft as plain text, to keep. */
export function draftAsText(title: string, questions: readonly Question[], draft: DraftContent): string {
  const answered = questions.flatMap(({ id, ask }) => {
    const answer = draft.answers[id]
    return answer ? [`${ask}\n${ANSWER_NAMES[answer]}`] : []
  })
  const parts = [
    title,
    ...answered,
    ...(draft.toAuthors.trim() ? [`To the authors\n\n${draft.toAuthors.trim()}`] : []),
    ...(draft.toEditor.trim() ? [`To the editor\n\n${draft.toEditor.trim()}`] : []),
    ...(draft.recommendation ? [`Recommendation: ${DECISION_NAMES[draft.recommendation]}`] : []),
    ...(draft.workedWith.trim() ? [`Worked with: ${draft.workedWith.trim()}`] : []),
  ]
  return `${parts.join('\n\n')}\n`
}
