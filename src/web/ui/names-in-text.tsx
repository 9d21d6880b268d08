import { CircleAlert, Lock } from 'lucide-react'
import { useMemo } from 'react'
import {
  isSearchedWhole,
  PersonSearch,
  type Mention,
  type SoughtPerson,
} from '../../contract/rules/people/person-search.ts'

const SHOWN = 3

/**
 * Says under a text for authors whether it names people whom they must not know. It promises no more than was looked
 * for, and nothing where names could be written in other ways than those that are compared.
 */
export function NamesInText({
  text,
  people,
  isOwn = false,
}: {
  text: string
  people: readonly SoughtPerson[]
  /** The people write the text themselves. */
  isOwn?: boolean
}) {
  const searches = useMemo(() => people.map((person) => new PersonSearch(person)), [people])
  if (!people.length || !/\S/.test(text)) return null
  const found = searches.flatMap((search) => search.mentions(text))
  if (found.length) return <Warning found={found} isOwn={isOwn} text={text} />
  if (!people.every((person) => isSearchedWhole(text, person)))
    return (
      <p className="names-found aligned small warning-ink none">
        Please check that nothing in this text names {isOwn ? 'you' : 'a reviewer'}.
      </p>
    )
  return (
    <p className="names-found aligned small warning-ink none">
      <Lock className="ic" aria-hidden="true" />
      {isOwn
        ? 'Your name, email address, ORCID iD and affiliation were not found in this text.'
        : 'No reviewer’s name, email address, ORCID iD or affiliation was found in this text.'}
    </p>
  )
}

function Warning({ found, isOwn, text }: { found: Mention[]; isOwn: boolean; text: string }) {
  const whom = isOwn ? 'you' : 'a reviewer'
  const isSure = found.some((one) => one.isSure)
  const places = [...new Set(found.map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' ')))]
  const more = places.length > SHOWN ? ` and ${places.length - SHOWN} more` : ''
  return (
    <p className="names-found aligned small warning-ink" role="status">
      <CircleAlert className="ic" aria-hidden="true" />
      {isSure ? `This text names ${whom}` : `This text may name ${whom}`}:{' '}
      {places
        .slice(0, SHOWN)
        .map((place) => `“${place}”`)
        .join(', ')}
      {more}. The authors would read it.
    </p>
  )
}
