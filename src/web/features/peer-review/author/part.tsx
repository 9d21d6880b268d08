import type { Manuscript } from '../../../../contract/api/manuscripts.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { withItalics } from '../../../../contract/rules/text/latin-names.ts'
import { TitleText } from '../../../ui/title-text.tsx'

/** Plain text of several paragraphs; these Latin names are in italics. */
export function Paragraphs({ text, latinNames = [] }: { text: string; latinNames?: readonly string[] }) {
  return (
    <div className="letter">
      {text.split(/\n[ \t]*\n/).map((paragraph, index) => (
        <p key={index}>
          <TitleText title={withItalics(paragraph.trim(), latinNames)} />
        </p>
      ))}
    </div>
  )
}

/** Where a form about a manuscript keeps what is not sent yet. */
export const draftKey = (userId: string, about: string): string => `journal:manuscript:${userId}:${about}`

/** The date of the sentence stays on one line and is marked up as a date. */
export function Sentence({ sentence, date }: Manuscript['status']) {
  const words = longDate(date)
  const at = words ? sentence.lastIndexOf(words) : -1
  if (date === null || at < 0) return sentence
  return (
    <>
      {sentence.slice(0, at)}
      <time dateTime={date} className="keep">
        {words}
      </time>
      {sentence.slice(at + words.length)}
    </>
  )
}
