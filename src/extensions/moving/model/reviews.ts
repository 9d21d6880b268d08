import { recommendationOf } from './codes.ts'
import type { Context } from './context.ts'
import { momentIn } from './dates.ts'
import { cleanedHtml, isEmptyHtml } from './html.ts'
import { reviewState } from './manuscript-stage.ts'
import type { OldReview } from './objects.ts'
import { listIn, textsIn } from './php-values.ts'
import type { Ledger } from './reckoning.ts'
import { codedIn, firstWhere, idIn, inOrder, isSet, numberIn, valueOf, type Row } from './rows.ts'

const METHODS: Record<string, OldReview['method']> = { 1: 'anonymous', 2: 'double anonymous', 3: 'open' }
/** A comment of a reviewer; the other types are discussions of 2.4. */
export const REVIEWERS_COMMENT = '1'

/** One reviewer's part in a round. */
export function oldReview(row: Row, context: Context, ledger: Ledger): OldReview {
  const { source } = context
  const id = idIn(row, 'review_id') ?? ''
  const moment = (column: string) => momentIn(valueOf(row, column))
  const rating = numberIn(row, 'quality')
  const facts = {
    completedAt: moment('date_completed'),
    confirmedAt: moment('date_confirmed'),
    isDeclined: isSet(row, 'declined'),
    isCancelled: isSet(row, 'cancelled'),
  }
  const comments = inOrder(source.where('submission_comments', 'assoc_id', id), 'comment_id', 'comment_id').filter(
    (one) =>
      valueOf(one, 'comment_type') === REVIEWERS_COMMENT &&
      valueOf(one, 'submission_id') === valueOf(row, 'submission_id'),
  )
  ledger.take('submission_comments', comments)
  const texts = (isForAuthors: boolean) =>
    comments.filter((one) => isSet(one, 'viewable') === isForAuthors).flatMap((one) => commentHtml(one, ledger))
  return {
    id,
    reviewerId: idIn(row, 'reviewer_id') ?? '',
    state: reviewState(facts),
    recommendation: recommendationOf(valueOf(row, 'recommendation')),
    method: codedIn(METHODS, valueOf(row, 'review_method')) ?? 'anonymous',
    interests: ledger.text('review_assignments', row, 'competing_interests')?.trim() || null,
    invitedAt: moment('date_notified') ?? moment('date_assigned'),
    confirmedAt: facts.confirmedAt,
    dueAt: moment('date_due'),
    completedAt: facts.completedAt,
    rating: rating >= 1 && rating <= 5 ? rating : null,
    toAuthors: texts(true),
    toEditor: texts(false),
    answers: answersOf(id, context, ledger),
  }
}

function commentHtml(row: Row, ledger: Ledger): string[] {
  const { html, keepsWords } = cleanedHtml(ledger.text('submission_comments', row, 'comments') ?? '')
  if (!keepsWords) ledger.note('words lost in cleaning', 'submission_comments', row)
  return isEmptyHtml(html) ? [] : [html]
}

/** The answers on a form, each under its question; a choice is given in its words. */
function answersOf(reviewId: string, context: Context, ledger: Ledger): OldReview['answers'] {
  const rows = ledger.take(
    'review_form_responses',
    context.source.where('review_form_responses', 'review_id', reviewId),
  )
  return inOrder(rows, 'review_form_element_id', 'review_form_element_id').map((row) => {
    const elementId = idIn(row, 'review_form_element_id') ?? ''
    const element = firstWhere(context.source, 'review_form_elements', 'review_form_element_id', elementId)
    const { question, choices } = elementTexts(elementId, context)
    const value = ledger.text('review_form_responses', row, 'response_value') ?? ''
    const chosen = choices.length ? chosenIn(value, choices) : null
    return { question, answer: chosen ?? value, isForAuthors: element !== undefined && isSet(element, 'included') }
  })
}

/** The question in the main language of the journal, and the words that could be chosen. */
function elementTexts(
  elementId: string,
  { source, languageOf, mainLanguage }: Context,
): { question: string; choices: string[] } {
  const rows = [...source.where('review_form_element_settings', 'review_form_element_id', elementId)]
  const named = (name: string) => {
    const found = rows.filter((row) => row.setting_name === name)
    const row = found.find(({ locale }) => locale && languageOf(locale) === mainLanguage) ?? found[0]
    return row ? valueOf(row, 'setting_value') : null
  }
  return { question: named('question') ?? '', choices: choicesIn(named('possibleResponses')) }
}

/** Plain words, or, as 2.4 and its upgrades kept them, lists of an order and a content. */
function choicesIn(value: string | null): string[] {
  const list = listIn(value)
  if (list === null || typeof list !== 'object') return []
  return Object.values(list).map((entry) =>
    entry !== null && typeof entry === 'object' && !Array.isArray(entry) ? String(entry.content ?? '') : String(entry),
  )
}

/** Answers are kept as places among the choices: one, or a list of them. */
function chosenIn(value: string, choices: readonly string[]): string | null {
  const places = /^\d{1,4}$/.test(value) ? [value] : textsIn(value)
  const words = places.map((place) => choices[Number(place)])
  return words.length && words.every((word) => word !== undefined) ? words.join('; ') : null
}
