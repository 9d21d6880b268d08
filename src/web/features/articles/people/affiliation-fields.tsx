import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { AFFILIATIONS_MAX } from '../../../../contract/api/contributors.ts'
import { browserApi } from '../../../client/api.ts'
import { ComboboxField, type Suggestion } from '../../../ui/combobox-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { hasDetails, lineOf, NO_AFFILIATION, typedAffiliation, type TypedAffiliation } from './typed-author.ts'

type Detail = 'department' | 'city' | 'country' | 'ror'
const DETAILS: readonly [Detail, label: string][] = [
  ['department', 'Department'],
  ['city', 'City'],
  ['country', 'Country'],
  ['ror', 'ROR ID'],
]

interface Suggested extends Suggestion {
  affiliation: TypedAffiliation
}

async function suggested(q: string): Promise<Suggested[]> {
  const found = await browserApi.affiliations.suggest({ q })
  return found.map((one) => {
    const affiliation = typedAffiliation(one)
    const { department, city, country } = affiliation
    const note = [department, city, country].filter(Boolean).join(', ')
    return { key: lineOf(affiliation) + affiliation.ror, text: one.institution, note, affiliation }
  })
}

/** Another name or place makes another line; an identifier is not printed. */
const changedPart = (affiliation: TypedAffiliation, part: keyof TypedAffiliation, value: string): TypedAffiliation => ({
  ...affiliation,
  line: part === 'ror' ? affiliation.line : '',
  [part]: value,
})

/**
 * Where an author works: one line is enough. Its parts and further affiliations are asked for on request; an
 * institution that the journal knows brings its parts along.
 */
export function AffiliationFields({
  affiliations,
  errors,
  onChange,
}: {
  /** None: one field that nothing is typed in. */
  affiliations: TypedAffiliation[]
  errors: Record<string, string>
  onChange: (affiliations: TypedAffiliation[]) => void
}) {
  const element = useRef<HTMLDivElement>(null)
  /** Whose details are open. */
  const [open, setOpen] = useState<readonly boolean[]>([])
  const rows = affiliations.length ? affiliations : [NO_AFFILIATION]

  const set = (index: number, affiliation: TypedAffiliation) => onChange(rows.with(index, affiliation))
  const focus = (field: string, index: number) =>
    requestAnimationFrame(() =>
      element.current?.children[index]?.querySelector<HTMLElement>(`[name=${field}]`)?.focus(),
    )

  return (
    <div ref={element} className="affiliations">
      {rows.map((affiliation, index) => {
        const isOnly = rows.length === 1
        const which = isOnly ? '' : ` ${index + 1}`
        const errorOf = (part: keyof TypedAffiliation) => errors[`affiliations.${index}.${part}`]
        const isOpen = (open[index] ?? false) || DETAILS.some(([part]) => errorOf(part) !== undefined)
        return (
          // The fields have no state of their own that would have to move with them.
          <div key={index} {...(isOnly ? {} : { role: 'group', 'aria-label': `Place of work${which}` })}>
            <ComboboxField
              name="affiliation"
              label={`Affiliation${which}`}
              value={affiliation.institution}
              error={errorOf('institution') ?? errorOf('line') ?? (index === 0 ? errors.affiliation : undefined)}
              hint={index === 0 && 'Department, institution, city and country, as they should appear in the article.'}
              suggest={suggested}
              onChange={(institution) => set(index, changedPart(affiliation, 'institution', institution))}
              onChoose={(suggestion) => set(index, suggestion.affiliation)}
            />
            {hasDetails(affiliation) && (
              <p className="as-printed">
                In the article: {lineOf(affiliation)}
                {affiliation.ror && ', with its ROR ID'}
              </p>
            )}
            {isOpen && (
              <div className="two">
                {DETAILS.map(([part, label]) => (
                  <Field
                    key={part}
                    name={part}
                    label={label}
                    autoComplete="off"
                    value={affiliation[part]}
                    error={errorOf(part)}
                    onChange={(value) => set(index, changedPart(affiliation, part, value))}
                  />
                ))}
              </div>
            )}
            <p className="go">
              <button
                type="button"
                className="btn text"
                onClick={() => {
                  setOpen(rows.map((_, row) => (row === index ? !isOpen : (open[row] ?? false))))
                  if (!isOpen) focus('department', index)
                }}
              >
                {isOpen ? 'Hide details' : hasDetails(affiliation) ? 'Edit details' : 'Add details'}
                {!isOnly && <span className="sr"> of affiliation{which}</span>}
              </button>
              {!isOnly && (
                <button
                  type="button"
                  className="btn text danger"
                  onClick={() => {
                    onChange(rows.toSpliced(index, 1))
                    setOpen(open.toSpliced(index, 1))
                    focus('affiliation', Math.max(0, index - 1))
                  }}
                >
                  <Trash2 className="ic" aria-hidden="true" />
                  Remove<span className="sr"> affiliation{which}</span>
                </button>
              )}
              {index === rows.length - 1 && rows.length < AFFILIATIONS_MAX && (
                <button
                  type="button"
                  className="btn text"
                  onClick={() => {
                    onChange([...rows, NO_AFFILIATION])
                    focus('affiliation', rows.length)
                  }}
                >
                  <Plus className="ic" aria-hidden="true" />
                  Add another affiliation
                </button>
              )}
            </p>
          </div>
        )
      })}
    </div>
  )
}
