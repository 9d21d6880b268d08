import type { Db } from '../../../platform/database/connect.ts'
import { stemOf, termsOf } from '../../../platform/search-engine/terms.ts'
import { saidInPublic } from './matches.ts'
import { indexedOnes, type Group } from './query.ts'

export interface StandsFor {
  typed: string
  names: string[]
}

/** So many names are looked up, and shown, for one abbreviation. */
const MOST_NAMES = 8
const EPITHET = /^[a-z]{3,}$/

/**
 * Understands Latin names: 'P. vulgaris' finds every known genus with this letter and epithet, and the name of an
 * author after a known name ('Phaseolus vulgaris L.') need not be in the text.
 */
export async function withLatinNames(
  db: Db,
  groups: readonly Group[],
): Promise<{ groups: Group[]; standFor: StandsFor[] }> {
  const isLatin = groups.some((group, at) => isInitial(group, groups[at + 1]) || isAuthority(groups, at))
  if (!isLatin) return { groups: indexedOnes(groups), standFor: [] }
  const epithets = groups.flatMap(({ word }) => (word && EPITHET.test(word) ? [word] : []))
  if (!epithets.length) return { groups: indexedOnes(groups), standFor: [] }
  const known = await db
    .selectFrom('search_names')
    .select(['name', 'shown', 'epithet'])
    .where('epithet', 'in', epithets)
    .orderBy('articles', 'desc')
    .orderBy('name')
    .limit(200)
    .execute()
  const namesOf = (group: Group, next: Group | undefined) =>
    isInitial(group, next)
      ? known.filter(({ name, epithet }) => epithet === next!.word && name.startsWith(group.word!)).slice(0, MOST_NAMES)
      : []
  const candidates = groups.flatMap((group, at) => namesOf(group, groups[at + 1]))
  const said = await saidInPublic(
    db,
    candidates.map(({ name }) => termsOf(name)),
  )
  const isPublic = new Map(candidates.map(({ name }, at) => [name, said[at]]))
  const standFor: StandsFor[] = []
  const understood = groups.map((group, at): Group => {
    const next = groups[at + 1]
    const names = namesOf(group, next).filter(({ name }) => isPublic.get(name))
    if (!names.length) return group
    standFor.push({ typed: `${group.raw} ${next!.typed}`, names: names.map(({ shown }) => shown) })
    const genera = [...new Set(names.map(({ name }) => stemOf(name.split(' ')[0]!)))]
    return { ...group, any: [...genera.map((genus) => [genus]), [group.word!, ...next!.any[0]!]] }
  })
  const isName = (at: number) => {
    const [genus, epithet] = [groups[at]?.word, groups[at + 1]?.word]
    if (!genus || !epithet) return false
    return known.some(({ name }) => name === `${genus} ${epithet}`) || understood[at]!.any.length > 1
  }
  return { groups: indexedOnes(understood.filter((_, at) => !isAuthorAfter(groups, at, isName))), standFor }
}

const isInitial = (group: Group, next: Group | undefined): boolean =>
  group.word?.length === 1 && /^[A-Za-z]\.?$/.test(group.raw) && next?.word !== undefined && EPITHET.test(next.word)

/** Abbreviated, in brackets, or one capital letter. */
const looksLikeAuthor = ({ raw }: Group): boolean => /^(?:\(.*|.*\)|\p{Lu}[\p{L}-]*\.,?|\p{Lu})$/u.test(raw)

const isAuthority = (groups: readonly Group[], at: number): boolean => at >= 2 && looksLikeAuthor(groups[at]!)

/** True if all that stands between a known name and this word looks like its author. */
function isAuthorAfter(groups: readonly Group[], at: number, isName: (at: number) => boolean): boolean {
  for (let from = at - 2; from >= Math.max(0, at - 5); from--) {
    if (!isName(from)) continue
    const between = groups.slice(from + 2, at + 1)
    // After brackets comes the name of who has moved it: (L.) Delile.
    return between.every(
      (group, index) =>
        looksLikeAuthor(group) || (index > 0 && /\)$/.test(between[index - 1]!.raw) && /^\p{Lu}/u.test(group.raw)),
    )
  }
  return false
}
