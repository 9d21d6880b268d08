import { useId, useState } from 'react'
import { citedName } from '../../../../contract/rules/articles/citation/text.ts'
import { suffixOf } from '../../../../contract/rules/people/people.ts'
import { CheckField, Field } from '../../../ui/field.tsx'
import { Labelled } from '../../../ui/labelled.tsx'
import { guessedParts, isCorrected, type NameParts, retypedName, waysToSplit } from './name-parts.ts'
import type { TypedAuthor } from './typed-author.ts'

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
