import { type JoinedPart, joinedParts, type Paragraph, textOf } from '../text/joined-texts.ts'
import { partsOf, sourceOf, type TextParts } from './text-parts.ts'

/** Something that both have changed: a line at the top of a text, by its name, or what is written in one place. */
export interface Question {
  name: string | null
  base: string
  mine: string
  theirs: string
}
export type Choice = 'mine' | 'theirs' | 'both'

export interface Join {
  questions: readonly Question[]
  /** In how many places only they have changed something, which is taken over. */
  taken: number
  /** The joined text; where nothing is chosen yet, it is mine. */
  source: (choices: readonly (Choice | undefined)[]) => string
}

/** Two changes of one text that began with the same words. */
export function joinedSource(base: string, mine: string, theirs: string): Join {
  const [was, my, their] = [partsOf(base), partsOf(mine), partsOf(theirs)]
  const names = [...new Set([...Object.keys(my.head), ...Object.keys(their.head)])]
  const lines = names.map((name) => {
    const of = { name, base: lineOf(was, name), mine: lineOf(my, name), theirs: lineOf(their, name) }
    const isAsked = of.mine !== of.theirs && of.mine !== of.base && of.theirs !== of.base
    return { ...of, isAsked, settled: of.mine === of.base ? of.theirs : of.mine }
  })
  const parts = joinedParts(was.body, my.body, their.body)
  const asked = lines.filter(({ isAsked }) => isAsked)
  const questions: Question[] = [
    ...asked.map(({ isAsked: _is, settled: _settled, ...question }) => question),
    ...parts.flatMap((part) => (part.from === null ? [questionOf(part)] : [])),
  ]
  const taken =
    lines.filter(({ isAsked, mine: own, base: before, settled }) => !isAsked && own === before && settled !== before)
      .length + parts.filter(({ from }) => from === 'theirs').length
  return {
    questions,
    taken,
    source: (choices) => {
      const lineChoices = new Map(asked.map(({ name }, at) => [name, choices[at]]))
      const head = lines.flatMap(({ name, isAsked, settled, mine: own, theirs: other }): [string, string][] => {
        const words = isAsked ? (lineChoices.get(name) === 'theirs' ? other : own) : settled
        const isThere = words !== '' || Object.hasOwn(my.head, name)
        return isThere ? [[name, words]] : []
      })
      let at = asked.length
      const paragraphs = parts.flatMap((part): readonly Paragraph[] =>
        part.from === null ? chosen(part, choices[at++]) : part.paragraphs,
      )
      return sourceOf({ head: Object.fromEntries(head), body: textOf(paragraphs), gap: my.gap ?? '' })
    },
  }
}

const lineOf = ({ head }: TextParts, name: string): string => (Object.hasOwn(head, name) ? head[name]! : '')

type Asked = Extract<JoinedPart, { from: null }>

const questionOf = ({ base, mine, theirs }: Asked): Question => ({
  name: null,
  ...{ base: textOf(base).trim(), mine: textOf(mine).trim(), theirs: textOf(theirs).trim() },
})

function chosen({ mine, theirs }: Asked, choice: Choice | undefined): readonly Paragraph[] {
  if (choice === 'theirs') return theirs
  return choice === 'both' ? [...theirs, ...mine] : mine
}
