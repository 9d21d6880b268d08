import type { FormerTitle, Journal, JournalTitle } from '../../journal.ts'
import { longDate } from '../text/dates.ts'

/** A title with those before it, the oldest first. */
export type TitledJournal = JournalTitle & Pick<Journal, 'formerTitles'>

/** The title under which an article appeared that was published on a day; null: it has not been published. */
export const titleOn = (day: string | null, titled: TitledJournal): JournalTitle =>
  (day !== null && formerOn(day, titled)) || titled

const formerOn = (day: string, { formerTitles }: TitledJournal): FormerTitle | undefined =>
  formerTitles.find(({ until }) => day <= until)

/** The journal as it is on a day: a title that was planned for a later one shows nowhere before. */
export function journalOn(day: string, journal: Journal): Journal {
  const at = journal.formerTitles.findIndex(({ until }) => day <= until)
  if (at < 0) return journal
  const { until: _until, ...title } = journal.formerTitles[at]!
  return { ...journal, ...title, formerTitles: journal.formerTitles.slice(0, at) }
}

/** The last day of the title of a day; null if no other is planned. */
export const lastDayOfTitle = (day: string, titled: TitledJournal): string | null =>
  formerOn(day, titled)?.until ?? null

/** Whether this is what the journal is or was called. */
export function isTitleOf(name: string, { name: current, formerTitles }: TitledJournal): boolean {
  const sought = name.toLowerCase()
  return current.toLowerCase() === sought || formerTitles.some((former) => former.name.toLowerCase() === sought)
}

/** 'ISSN … (online), … (print)'; empty without any. */
export function issnsInWords({ issn, issnPrint }: Pick<JournalTitle, 'issn' | 'issnPrint'>): string {
  if (!issnPrint) return issn && `ISSN ${issn}`
  return `ISSN ${[issn && `${issn} (online)`, `${issnPrint} (print)`].filter(Boolean).join(', ')}`
}

/** 'Until June 30, 2026: Journal of Botany, ISSN …'. */
export const formerInWords = ({ until, name, ...issns }: FormerTitle): string =>
  `Until ${longDate(until)}: ${[name, issnsInWords(issns)].filter(Boolean).join(', ')}`
