import { addDays, dayOf } from '../../../../contract/rules/peer-review/days.ts'
import type { FormerTitle } from '../../../../contract/journal.ts'
import { TITLES_MAX } from '../../../../contract/rules/settings/value-faults.ts'
import { Field } from '../../../ui/field.tsx'
import { Rows } from '../../../ui/rows.tsx'

/** The titles that the journal had, the oldest first: a wrong letter or day of one is corrected here. */
export function TitlesField({
  name,
  label,
  hint,
  error,
  titles,
  onChange,
}: {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  titles: readonly FormerTitle[]
  onChange: (titles: FormerTitle[]) => void
}) {
  return (
    <fieldset className="questions">
      <legend className="lab">{label}</legend>
      <Rows
        name={name}
        title="Earlier title"
        add="Add an Earlier Title"
        {...(hint !== undefined && { hint })}
        rows={titles}
        most={TITLES_MAX}
        blank={{ name: '', abbreviation: '', issn: '', issnPrint: '', until: addDays(dayOf(new Date()), -1) }}
        error={error}
        onChange={onChange}
      >
        {({ name: title, abbreviation, issn, issnPrint, until }, set, path) => (
          <>
            <Field name={`${path}.name`} label="Name" value={title} onChange={(typed) => set({ name: typed })} />
            <Field
              name={`${path}.abbreviation`}
              label="Abbreviation"
              value={abbreviation}
              onChange={(typed) => set({ abbreviation: typed })}
            />
            <Field name={`${path}.issn`} label="ISSN, online" value={issn} onChange={(typed) => set({ issn: typed })} />
            <Field
              name={`${path}.issnPrint`}
              label="ISSN, print"
              value={issnPrint}
              onChange={(typed) => set({ issnPrint: typed })}
            />
            <Field
              name={`${path}.until`}
              label="Last day"
              type="date"
              value={until}
              onChange={(typed) => set({ until: typed })}
            />
          </>
        )}
      </Rows>
    </fieldset>
  )
}
