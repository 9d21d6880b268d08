import type { ReactNode } from 'react'
import { CORRECTION_FIELDS, type CorrectionField } from '../../../../../contract/rules/articles/statements.ts'
import { textOfHtml } from '../../../../../contract/rules/text/html-text.ts'
import { contributorInWords, type Detail } from '../../../../../contract/rules/people/people.ts'
import { awardInWords } from '../../../../../contract/rules/articles/declared-works.ts'
import { keywordList } from '../../../../../contract/rules/articles/keywords.ts'
import { printedPages } from '../../../../../contract/rules/articles/place-in-volume.ts'
import { changedPassage } from '../../../../../contract/rules/articles/passage.ts'
import { ChangesTable } from '../../../../ui/changes-table.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { lineOf, type TypedPerson } from '../../../../site/people/typed-author.ts'
import { materialInWords } from '../../typed-material.ts'
import { supplementInWords, typedLinksInWords } from '../../typed-works.ts'
import type { Typed } from './typed.ts'

/** The names behind ids: of categories, volumes, and files uploaded here. */
export type NameOf = (field: 'categoryId' | 'volumeId' | 'imageUrl' | 'pdfUrl' | 'fullTextUrl', value: string) => string

/** The fields in which two states of an article differ, side by side. */
export function Summary({
  fields,
  before,
  after,
  nameOf,
}: {
  fields: CorrectionField[]
  before: Typed
  after: Typed
  nameOf: NameOf
}) {
  const changes = fields.map((field) => {
    const [one, other] = sides(field, before, after, nameOf)
    return { field: CORRECTION_FIELDS[field], before: one, after: other }
  })
  return <ChangesTable changes={changes} />
}

function sides(field: CorrectionField, before: Typed, after: Typed, nameOf: NameOf): [ReactNode, ReactNode] {
  const each = (say: (typed: Typed) => ReactNode): [ReactNode, ReactNode] => [say(before), say(after)]
  switch (field) {
    case 'title':
    case 'excerpt':
      return each((typed) => typed[field] && <TitleText title={typed[field]} />)
    case 'keywords':
      return each(({ keywords }) => keywordList(keywords).join(', '))
    case 'abstract': {
      const passage = changedPassage(textOfHtml(before.abstract), textOfHtml(after.abstract))
      const formatting = passage.before === passage.after ? 'The same words with other formatting or images' : ''
      return [passage.before, passage.after || formatting]
    }
    case 'pageNum':
      return each(({ pageNum }) => printedPages(pageNum))
    case 'awards':
      return each(({ awards }) => awards.map(awardInWords).join('; '))
    case 'links':
      return each(({ links }) => typedLinksInWords(links))
    case 'vouchers':
    case 'permitDetails':
    case 'newNames':
      return each((typed) => materialInWords(typed)[field].join('; '))
    case 'supplements':
      return each(({ supplements }) => supplements.map(supplementInWords).join('; '))
    case 'contributors':
      return peopleSides(before.contributors, after.contributors)
    case 'categoryId':
    case 'volumeId':
    case 'imageUrl':
    case 'pdfUrl':
    case 'fullTextUrl':
      return each((typed) => typed[field] && nameOf(field, typed[field]))
    default:
      return each((typed) => typed[field])
  }
}

const inWords = ({ author }: TypedPerson, detail: Detail): string[] =>
  contributorInWords(
    {
      ...author,
      affiliations: author.affiliations.map((affiliation) => ({ ...affiliation, line: lineOf(affiliation) })),
    },
    detail,
  )

/** Two states of someone in words; in parts where they are the same in brief. */
function bothInWords(one: TypedPerson, other: TypedPerson | undefined): [string[], string[]] {
  const words = (detail: Detail): [string[], string[]] => [inWords(one, detail), other ? inWords(other, detail) : []]
  const [mine, theirs] = words('in brief')
  return mine.join('\n') === theirs.join('\n') ? words('in parts') : [mine, theirs]
}

/** Complete lists of names, because their order matters; for everything else only the differences. */
function peopleSides(before: TypedPerson[], after: TypedPerson[]): [ReactNode, ReactNode] {
  const side = (people: TypedPerson[], others: TypedPerson[]) => {
    const byKey = new Map(others.map((person) => [person.key, person]))
    return (
      <ol className="names">
        {people.map((person) => {
          const [[name, ...rest], same] = bothInWords(person, byKey.get(person.key))
          const differing = rest.filter((words) => !same.includes(words))
          return (
            <li key={person.key}>
              {same.includes(name!) ? person.author.fullName : name}
              {differing.length > 0 && `: ${differing.join(', ')}`}
            </li>
          )
        })}
      </ol>
    )
  }
  return [side(before, after), side(after, before)]
}
