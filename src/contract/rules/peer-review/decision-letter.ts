import { joinNames } from '../people/author-names.ts'
import { counted, paragraphsOf } from '../text/plain-text.ts'
import { ANSWER_NAMES, type DecisionKind, type ReviewAnswer } from './stages.ts'

/** The most characters that an editor's letter may have. */
export const LETTER_MAX = 20_000

/** The decision, as the subject of its letter names it. */
export const LETTER_SUBJECTS: Record<DecisionKind, string> = {
  return: 'changes needed before review',
  decline: 'decision',
  minor: 'minor revision',
  major: 'major revision',
  accept: 'accepted',
  reopen: 'review reopened',
}

/** A report as authors get it. */
export interface ReleasedReport {
  readonly label: string
  readonly text: string
  /** In one line; empty if no question was answered. */
  readonly answers: string
  /** How many come with it. */
  readonly files: number
}

/** A letter as its readers see it: the editor's paragraphs, each as its lines, and the reports below them. */
export interface DecisionLetter {
  readonly paragraphs: string[][]
  /** Which files come with it. */
  readonly notes: string[]
  readonly reports: readonly {
    readonly heading: string
    readonly paragraphs: string[][]
    /** The answers to the journal's questions, and whether files come with the report. */
    readonly notes: string[]
  }[]
}

/** Authors find files on the page of their manuscript, not in an email. */
export const filesNote = (files: number): string =>
  files === 1
    ? 'A file comes with this report: you will find it beside the decision.'
    : `${NUMBERS[files] ?? files} files come with this report: you will find them beside the decision.`

/** The same of files that the editor sends with the letter, by their names. */
export const letterFilesNote = (names: readonly string[]): string =>
  `With this letter: ${joinNames(names)}. You will find ${names.length === 1 ? 'it' : 'them'} on the page of your manuscript.`

/**
 * Composes the letter of a decision. The editor's preview and the email are made from this alone, so that authors
 * get what the editor has seen. Reports are ordered by their labels, which say nothing of when they arrived.
 */
export function composeLetter(
  letter: string,
  reports: readonly ReleasedReport[],
  fileNames: readonly string[] = [],
): DecisionLetter {
  return {
    paragraphs: paragraphsOf(letter),
    notes: fileNames.length ? [letterFilesNote(fileNames)] : [],
    reports: reports
      .toSorted((one, other) => (one.label < other.label ? -1 : one.label > other.label ? 1 : 0))
      .map(({ label, text, answers, files }) => ({
        heading: `Reviewer ${label}`,
        paragraphs: paragraphsOf(text),
        notes: [...(answers ? [answers] : []), ...(files ? [filesNote(files)] : [])],
      })),
  }
}

export interface AskedQuestion {
  readonly id: string
  readonly short: string
}

/** 'Methods sound and repeatable: partly. All other questions: yes.' */
export function answersInOneLine(
  questions: readonly AskedQuestion[],
  answers: Readonly<Partial<Record<string, ReviewAnswer>>>,
): string {
  const answered = questions.flatMap(({ id, short }) => {
    const answer = answers[id]
    return answer === undefined ? [] : [{ short, answer }]
  })
  const isYes = ({ answer }: { answer: ReviewAnswer }) => answer === 'yes'
  // 'All other questions' would promise too much if one was left out.
  const inShort = answered.length === questions.length ? answered.filter(isYes) : []
  const named = answered.filter((one) => !inShort.includes(one))
  const sentences = named.map(({ short, answer }) => `${short}: ${ANSWER_NAMES[answer].toLowerCase()}.`)
  if (inShort.length) sentences.push(`${named.length ? 'All other' : 'All'} questions: yes.`)
  return sentences.join(' ')
}

const NUMBERS = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six']

/** Who has read a manuscript: 'Two reviewers have', and 'I have' where nobody was asked. */
export function readersInWords(reports: number): string {
  if (reports === 0) return 'I have'
  const [number, noun] = counted(reports, 'reviewer').split(' ')
  return `${NUMBERS[reports] ?? number} ${noun} ${reports === 1 ? 'has' : 'have'}`
}
