/** A name in its parts, as it is abbreviated. */
interface Parts {
  familyName: string
  givenNames: string | null
}

/** A form in a text, and the one that replaces it. */
export interface Words {
  from: string
  to: string
}

/** 'AB' of 'Ayesha Bibi'. */
export const initialsOf = (given: string): string =>
  (given.match(/[\p{L}\p{M}]+/gu) ?? []).map((name) => name[0]!.toUpperCase()).join('')

/** The abbreviated forms in which a name is commonly written, each with that of the new name. */
export function abbreviations(former: Parts, next: Parts): Words[] {
  if (!former.givenNames || !next.givenNames) return []
  const to = formsOf(next)
  const all = formsOf(former).map((from, index) => ({ from, to: to[index]! }))
  return all.filter((one, index) => one.from !== one.to && all.findIndex(({ from }) => from === one.from) === index)
}

function formsOf({ familyName, givenNames }: Parts): string[] {
  const letters = initialsOf(givenNames ?? '')
  const dotted = [...letters].map((one) => `${one}.`)
  return [
    ...[`${familyName} ${letters}`, `${familyName}, ${dotted.join(' ')}`, `${familyName} ${dotted.join('')}`],
    ...[`${dotted.join(' ')} ${familyName}`, `${dotted.join('')} ${familyName}`, `${letters} ${familyName}`],
  ]
}

const ARROW = ' → '

/** Forms as an editor types them, one on a line: 'Malik A → Rahimi Z'. A line without an arrow has no second half. */
export const wordsIn = (text: string): Words[] =>
  text.split('\n').flatMap((line) => {
    if (!line.trim()) return []
    const [from = '', to = ''] = line.split(/→|->/)
    return [{ from: from.trim(), to: to.trim() }]
  })

export const wordsAsText = (words: readonly Words[]): string =>
  words.map(({ from, to }) => `${from}${ARROW}${to}`).join('\n')
