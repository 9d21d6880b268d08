import type { FormerTitle } from '../../../../contract/journal.ts'
import { addDays, dayOf } from '../../../../contract/rules/peer-review/days.ts'
import { isDay } from '../../../../contract/rules/text/days.ts'
import { isSameValue, type Value, type Values } from '../../../../contract/rules/settings/values.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { Field } from '../../../ui/field.tsx'

const OF_A_TITLE = ['name', 'abbreviation', 'issn', 'issnPrint'] as const

/** The last of the fields under which the question is asked. */
export const ASKED_AFTER = 'issnPrint'

/** Whether a draft changes what the journal is called, so that it matters what its articles are cited under. */
export const changesTitle = (valueOf: (key: string) => Value, published: Values): boolean =>
  OF_A_TITLE.some((key) => !isSameValue(valueOf(key), published[key]))

/** Asks what kind of change another name is: a correction changes it everywhere, a new title from a day on. */
export function TitleChange({
  valueOf,
  published,
  count,
  onChange,
}: {
  valueOf: (key: string) => Value
  published: Values
  /** How many articles have been published. */
  count: number
  onChange: (titles: FormerTitle[]) => void
}) {
  const before = published.formerTitles as FormerTitle[]
  /** The title in use, if another is planned: the published values are of that one. */
  const planned = before.slice(-1).find(({ until }) => until >= dayOf(new Date()))
  const titles = valueOf('formerTitles') as FormerTitle[]
  const former = titles.length > before.length ? titles.at(-1) : undefined
  const firstDay = former && isDay(former.until) ? addDays(former.until, 1) : ''
  const end = (from: string) => {
    const [name, abbreviation, issn, issnPrint] = OF_A_TITLE.map((key) => String(published[key]))
    const until = isDay(from) ? addDays(from, -1) : ''
    onChange([...before, { name: name!, abbreviation: abbreviation!, issn: issn!, issnPrint: issnPrint!, until }])
  }
  const isNew = former !== undefined
  return (
    <fieldset className="ask-title">
      <legend className="lab">
        {planned
          ? `These are of the title from ${longDate(addDays(planned.until, 1))}; the one in use is the last under Earlier titles.`
          : `${counted(count, 'article')} appeared as ${String(published.name)}.`}{' '}
        What kind of change is this?
      </legend>
      <div className="opts">
        <label className="opt">
          <input type="radio" name="title-change" checked={!isNew} onChange={() => onChange(before)} />
          <span>
            <b>A correction</b>
            <span className="d">What was published is wrong. It changes everywhere, also on those articles.</span>
          </span>
        </label>
        <label className="opt">
          <input type="radio" name="title-change" checked={isNew} onChange={() => end(dayOf(new Date()))} />
          <span>
            <b>{firstDay ? `A new title from ${longDate(firstDay)}` : 'A new title'}</b>
            <span className="d">
              Articles until then keep the old name and ISSN, in citations and records too. A new title needs an ISSN of
              its own.
            </span>
          </span>
        </label>
      </div>
      {isNew && (
        <Field name="title-from" label="First day of the new title" type="date" value={firstDay} onChange={end} />
      )}
    </fieldset>
  )
}
