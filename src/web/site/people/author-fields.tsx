import { useEffect, useId, useRef, useState } from 'react'
import { Plus, Trash2 } from 'lucide-react'
import { citedName } from '../../../contract/rules/articles/citation/text.ts'
import { suffixOf } from '../../../contract/rules/people/people.ts'
import { AFFILIATION_QUERY_MAX } from '../../../contract/api/contributors.ts'
import { CheckField, Field } from '../../ui/field.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { browserApi } from '../../client/api.ts'
import { ComboboxField, type Suggestion } from '../../ui/combobox-field.tsx'
import { guessedParts, isCorrected, type NameParts, retypedName, waysToSplit } from './name-parts.ts'
import { hasDetails, lineOf, typedAffiliation, type TypedAffiliation, type TypedAuthor } from './typed-author.ts'

/**
 * The full name of a person or a group. The input is split into given and family names, and the family name
 * can be selected among the words of the full name, so that the parts always match the whole.
 */
export function NameFields({
  author,
  errors,
  onChange,
}: {
  author: TypedAuthor
  errors: Record<string, string>
  onChange: (change: Partial<TypedAuthor>) => void
}) {
  const [corrected, setCorrected] = useState<NameParts | null>(!author.isGroup && isCorrected(author) ? author : null)
  const { fullName, familyName, isGroup } = author

  return (
    <div className="names">
      <Field
        name="fullName"
        label="Full name"
        autoComplete="off"
        value={fullName}
        error={errors.fullName}
        onChange={(typed) => {
          const { name, holds } = retypedName(typed, corrected)
          if (!holds) setCorrected(null)
          onChange(name)
        }}
      />
      {!isGroup && (
        <FamilyName
          author={author}
          error={errors.familyName}
          onChange={(name) => {
            setCorrected(name)
            onChange(name)
          }}
        />
      )}
      <CheckField
        name="isGroup"
        checked={isGroup}
        onChange={(checked) => onChange({ isGroup: checked, ...(familyName ? {} : guessedParts(fullName)) })}
      >
        This is a group or organisation
      </CheckField>
    </div>
  )
}

/** Selects the words that are the family name; hidden for a name of one word. */
function FamilyName({
  author,
  error,
  onChange,
}: {
  author: TypedAuthor
  error: string | undefined
  onChange: (name: NameParts) => void
}) {
  const id = useId()
  const { familyName, givenNames } = author
  const ways = waysToSplit(author)
  const suffix = suffixOf({ ...author, isGroup: false })
  if (!ways.length) return null
  return (
    <div className="name-parts">
      <Labelled label="Family name" error={error}>
        {({ 'aria-describedby': described, ...control }) => (
          <select
            {...control}
            aria-describedby={[described, id].filter(Boolean).join(' ')}
            name="familyName"
            value={ways.findIndex((way) => way.familyName === familyName && way.givenNames === givenNames)}
            onChange={({ target }) => {
              const { familyName, givenNames } = ways[Number(target.value)]!
              onChange({ fullName: author.fullName, familyName, givenNames })
            }}
          >
            {ways.map((way, index) => (
              <option key={index} value={index}>
                {way.givenNames ? way.familyName : `${way.familyName} (a single name)`}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <p id={id}>
        {givenNames && <span>Given names: {givenNames}</span>}
        <span>Cited as {citedName({ family: familyName, given: givenNames, suffix })}</span>
      </p>
    </div>
  )
}

const DETAILS = [
  ['department', 'Department'],
  ['city', 'City'],
  ['country', 'Country'],
  ['ror', 'ROR ID'],
] as const

/**
 * One affiliation: a single line is enough. Its parts can be added in the details, and are filled in by
 * choosing a suggested institution.
 */
export function AffiliationRow({
  number,
  isFirst,
  affiliation,
  errorOf,
  isOpen,
  onOpen,
  onChange,
  onRemove,
  onAdd,
}: {
  /** Null for the only one. */
  number: number | null
  isFirst: boolean
  affiliation: TypedAffiliation
  errorOf: (part: keyof TypedAffiliation) => string | undefined
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (affiliation: TypedAffiliation) => void
  onRemove: () => void
  /** Null if no other affiliation can be added. */
  onAdd: (() => void) | null
}) {
  const details = useRef<HTMLDivElement>(null)
  const asked = useRef(false)
  const which = number === null ? '' : ` ${number}`
  const set = (part: keyof TypedAffiliation, value: string) => onChange(withPart(affiliation, part, value))

  // The details open for an error in them, and stay open while it is corrected.
  const isWrong = DETAILS.some(([part]) => errorOf(part) !== undefined)
  useEffect(() => {
    if (isWrong && !isOpen) onOpen(true)
  }, [isWrong, isOpen, onOpen])

  // Opening the details moves the focus to the first of them.
  useEffect(() => {
    if (isOpen && asked.current) details.current?.querySelector('input')?.focus()
    asked.current = false
  }, [isOpen])

  return (
    <div {...(number === null ? {} : { role: 'group', 'aria-label': `Affiliation ${number}` })}>
      <ComboboxField
        name="affiliation"
        label={`Affiliation${which}`}
        value={affiliation.institution}
        error={errorOf('institution') ?? errorOf('line')}
        hint={isFirst && 'Department, institution, city and country, as they should appear in the article.'}
        suggest={suggested}
        onChange={(institution) => set('institution', institution)}
        onChoose={(suggestion) => onChange(suggestion.affiliation)}
      />
      {hasDetails(affiliation) && (
        <p className="muted small breakable">
          Shown as: {lineOf(affiliation)}
          {affiliation.ror && ' ·\u00a0ROR'}
        </p>
      )}
      {isOpen && (
        <div ref={details} className="two">
          {DETAILS.map(([part, label]) => (
            <Field
              key={part}
              name={part}
              label={label}
              autoComplete="off"
              value={affiliation[part]}
              error={errorOf(part)}
              onChange={(value) => set(part, value)}
            />
          ))}
        </div>
      )}
      <p className="buttons pull space">
        <button
          type="button"
          className="btn text"
          onClick={() => {
            asked.current = true
            onOpen(!isOpen)
          }}
        >
          {isOpen ? 'Hide Details' : hasDetails(affiliation) ? 'Edit Details' : 'Add Details'}
          {number !== null && <span className="sr"> of affiliation{which}</span>}
        </button>
        {number !== null && (
          <button type="button" className="btn text" onClick={onRemove}>
            <Trash2 className="ic" aria-hidden="true" />
            Remove<span className="sr"> affiliation{which}</span>
          </button>
        )}
        {onAdd && (
          <button type="button" className="btn text" onClick={onAdd}>
            <Plus className="ic" aria-hidden="true" />
            Add Another Affiliation
          </button>
        )}
      </p>
    </div>
  )
}

/** A change of name or place changes the printed line; an identifier is not printed. */
const withPart = (affiliation: TypedAffiliation, part: keyof TypedAffiliation, value: string): TypedAffiliation => ({
  ...affiliation,
  line: part === 'ror' ? affiliation.line : '',
  [part]: value,
})

interface Suggested extends Suggestion {
  affiliation: TypedAffiliation
}

async function suggested(q: string): Promise<Suggested[]> {
  // A longer text is already a complete line, and the server would refuse it as an institution.
  if (q.length > AFFILIATION_QUERY_MAX) return []
  const found = await browserApi.affiliations.suggest({ q })
  return found.map((one) => {
    const affiliation = typedAffiliation(one)
    const { department, city, country } = affiliation
    const note = [department, city, country].filter(Boolean).join(', ')
    return { key: lineOf(affiliation) + affiliation.ror, text: one.institution, note, affiliation }
  })
}
