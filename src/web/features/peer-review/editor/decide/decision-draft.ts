import { z } from 'zod'
import type { DecisionForm, PreparedDecision, ReportToDecideOn } from '../../../../../contract/api/decisions.ts'
import type { CaseReportFile } from '../../../../../contract/api/case-view.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { composeLetter, type DecisionLetter } from '../../../../../contract/rules/peer-review/decision-letter.ts'
import { LETTER_KINDS, type LetterKind } from '../../../../../contract/rules/peer-review/stages.ts'

/** What an editor has changed of one report. */
const ReportChoice = z.object({
  send: z.boolean(),
  /** False in what an earlier version has kept: none of its files. */
  withFile: z.boolean().optional(),
  /** The ids of its files that stay here. */
  leftOut: z.array(z.string()).default([]),
  /** Null: in the reviewer's words. */
  text: z.string().nullable(),
  reason: z.string(),
})
export type ReportChoice = z.infer<typeof ReportChoice>

const ofEachKind = z.partialRecord(z.enum(LETTER_KINDS), z.string())

/** A decision while it is being made. The letter and the day are kept for each kind: going back loses nothing. */
export const StoredDecision = z.object({
  kind: z.enum(LETTER_KINDS).nullable(),
  letters: ofEachKind,
  dueOn: ofEachKind,
  exceptionReason: z.string(),
  reports: z.record(z.string(), ReportChoice),
  /** The ids of the files with the letter whose copies the editor has looked at. */
  looked: z.array(z.string()).default([]),
  /** The reports that were there when the page was first opened. */
  seen: z.array(z.string()),
})
export type DecisionDraft = z.infer<typeof StoredDecision>

export const newDraft = (prepared: PreparedDecision, kind: LetterKind | null): DecisionDraft => ({
  kind,
  letters: {},
  dueOn: {},
  exceptionReason: '',
  reports: {},
  looked: [],
  seen: prepared.reports.map(({ id }) => id),
})

const choiceOf = ({ choices }: PreparedDecision, kind: LetterKind) => choices.find((choice) => choice.kind === kind)

export const dueOn = (prepared: PreparedDecision, draft: DecisionDraft, kind: LetterKind): string | null => {
  const usual = choiceOf(prepared, kind)?.revisionDueOn ?? null
  return usual === null ? null : (draft.dueOn[kind] ?? usual)
}

export const letterOf = (prepared: PreparedDecision, draft: DecisionDraft, kind: LetterKind): string =>
  draft.letters[kind] ?? choiceOf(prepared, kind)?.letter ?? ''

/** Another day: the letter names it too, wherever it named the former one. */
export function withDueOn(prepared: PreparedDecision, draft: DecisionDraft, kind: LetterKind, day: string) {
  const [former, next] = [longDate(dueOn(prepared, draft, kind)), longDate(day)]
  const letter = letterOf(prepared, draft, kind)
  return {
    dueOn: { ...draft.dueOn, [kind]: day },
    letters: former && next ? { ...draft.letters, [kind]: letter.replaceAll(former, next) } : draft.letters,
  }
}

/** A report goes to the authors unless its editor decides otherwise. */
export const reportChoice = (draft: DecisionDraft, { id }: Pick<ReportToDecideOn, 'id'>): ReportChoice =>
  draft.reports[id] ?? { send: true, leftOut: [], text: null, reason: '' }

/** The field of a report in what is sent; null if it stays here. */
export function releaseField(
  { reports }: PreparedDecision,
  draft: DecisionDraft,
  { id }: Pick<ReportToDecideOn, 'id'>,
): string | null {
  const at = reports.filter((report) => reportChoice(draft, report).send).findIndex((report) => report.id === id)
  return at < 0 ? null : `releases.${at}`
}

export const wordsOf = ({ text }: ReportChoice, { toAuthors }: ReportToDecideOn): string => text ?? toAuthors
export const isChanged = ({ text }: ReportChoice, { toAuthors }: ReportToDecideOn): boolean =>
  text !== null && text.trim() !== toAuthors.trim()

const mayBeSent = ({ state }: CaseReportFile) => state === 'cleaned'

/** The ids of the files that go with a report. */
export const filesToSend = ({ send, withFile = true, leftOut }: ReportChoice, { files }: ReportToDecideOn): string[] =>
  send && withFile
    ? files
        .filter(mayBeSent)
        .map(({ id }) => id)
        .filter((id) => !leftOut.includes(id))
    : []

/** A file goes with its report, or stays here. */
export function withFileSent(
  choice: ReportChoice,
  report: ReportToDecideOn,
  id: string,
  isSent: boolean,
): ReportChoice {
  const sent = filesToSend(choice, report)
  const leftOut = report.files.map((file) => file.id).filter((each) => (each === id ? !isSent : !sent.includes(each)))
  return { ...choice, withFile: true, leftOut }
}

/** The very letter that the authors will read. */
export const previewOf = (prepared: PreparedDecision, draft: DecisionDraft, kind: LetterKind): DecisionLetter =>
  composeLetter(
    letterOf(prepared, draft, kind),
    prepared.reports.flatMap((report) => {
      const choice = reportChoice(draft, report)
      return choice.send
        ? [
            {
              label: report.label,
              text: wordsOf(choice, report),
              answers: report.answers,
              files: filesToSend(choice, report).length,
            },
          ]
        : []
    }),
    prepared.files.map(({ name }) => name),
  )

export const needsException = ({ concerns }: PreparedDecision, kind: LetterKind | null): boolean =>
  kind === 'accept' && concerns.length > 0

/** What is sent. */
export const formOf = (prepared: PreparedDecision, draft: DecisionDraft, kind: LetterKind): DecisionForm => ({
  kind,
  letter: letterOf(prepared, draft, kind),
  revisionDueOn: dueOn(prepared, draft, kind),
  exceptionReason: needsException(prepared, kind) ? draft.exceptionReason : null,
  releases: prepared.reports.flatMap((report) => {
    const choice = reportChoice(draft, report)
    if (!choice.send) return []
    return [
      {
        reportId: report.id,
        text: wordsOf(choice, report),
        changeReason: isChanged(choice, report) ? choice.reason : null,
        files: filesToSend(choice, report),
      },
    ]
  }),
  files: prepared.files.map(({ id }) => ({ id, looked: draft.looked.includes(id) })),
  seenReports: prepared.reports.map(({ id }) => id),
})
