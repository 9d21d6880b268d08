import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import {
  SAME_TITLE,
  titleComparer,
  type KnownWord,
  nearWords,
  wordsBeginning,
} from '../../../platform/search-engine/spelling.ts'
import { stemOf, termsOf } from '../../../platform/search-engine/terms.ts'
import { articlesNamed } from './named.ts'
import { findMatches, type Match, type Matches, publicOnes, saidInPublic } from './matches.ts'
import {
  type Condition,
  conditionOf,
  type Group,
  groupsOf,
  indexedOnes,
  occurrences,
  type Part,
  PHRASE_MAX,
  QUOTES,
  rankedBodies,
  rankedHeads,
} from './query.ts'

/** What a query was taken for, and what it found. */
export interface Understood {
  groups: readonly Group[]
  condition: Condition
  all: Matches
  corrected: { from: string; to: string } | null
  standFor: StandsFor[]
  /** Articles that have the query as a sentence, or as their title but for some letters. */
  nearest: readonly Match[]
  /** True if nothing holds all words: what holds some rare ones was found instead. */
  isLoose: boolean
}

/** A word that occurs so rarely may itself be a misprint of one that is so many times as frequent. */
const RARE = 2
const TIMES_AS_FREQUENT = 20
/** A known word is corrected only if it is long: short ones are near to many. */
const LONG = 8
/** So many of the words that may have been meant are looked for. */
const MOST_NEAR = 3
/** A query of more unknown words is no misprint. */
const MOST_RESPELT = 6

/** Words of which an article is asked to hold just one. */
const MOST_RARE = 5
const MOST_LOOSE = 50
/** A query of so many words may be a title. */
const TITLE_WORDS = 4
const MOST_TITLES = 30
const MOST_SAYING = 10
/** What is frequent is not counted to the end. */
const COUNTED = 200

export async function understand(db: Db, query: string, exact: boolean): Promise<Understood> {
  const { groups, standFor } = await withLatinNames(db, groupsOf(query))
  const first = { groups, condition: conditionOf(groups), standFor, corrected: null, nearest: [], isLoose: false }
  const all = await findMatches(db, first.condition)
  const named = await articlesNamed(db, query, first.condition)
  const understood = { ...first, all, nearest: named }
  if (exact) return understood
  const respelt = all.found.length > RARE ? understood : await respelling(db, query, understood)
  const nearest = [...named, ...(await nearestTo(db, query, respelt))]
  if (respelt.all.found.length || nearest.length) return { ...respelt, nearest }
  return (await withoutQuotes(db, query, respelt)) ?? loosely(db, respelt)
}

/** What holds all words of a phrase that nothing says: a letter may be wrong in it, or a word left out. */
async function withoutQuotes(db: Db, query: string, { groups, standFor }: Understood): Promise<Understood | null> {
  if (!groups.some(({ isPhrase }) => isPhrase)) return null
  const to = query.replace(QUOTES, ' ').replace(/\s+/g, ' ').trim()
  const words = indexedOnes(groupsOf(to))
  const condition = conditionOf(words)
  const all = await findMatches(db, condition)
  const corrected = { from: query, to }
  return all.found.length ? { groups: words, condition, all, corrected, standFor, nearest: [], isLoose: false } : null
}

/** The same with unknown words completed or corrected, and rare ones that seem to be misprints. */
async function respelling(db: Db, query: string, understood: Understood): Promise<Understood> {
  const { groups, all } = understood
  const counts = await loadCounts(db, groups, 'body', RARE + 1)
  const latin = await latinNamesMeant(db, groups, counts)
  let to = query
  let respeltWords = 0
  const respelt = await Promise.all(
    groups.map(async (group, at) => {
      const { word } = group
      if (word === undefined || !/^[a-z]{4,}$/.test(word) || counts[at]! > RARE) return group
      if (++respeltWords > MOST_RESPELT) return group
      const ofName = latin.get(at)
      if (ofName !== undefined) {
        to = to.replace(group.typed, () => likeTyped(group.typed, ofName))
        return { ...group, word: ofName, any: [[stemOf(ofName)]] }
      }
      if (counts[at] === 0) {
        const longer = (await wordsBeginning(db, word, MOST_RARE)).map((known) => [stemOf(known.word)])
        if ((await saidInPublic(db, longer)).includes(true)) return { ...group, any: longer }
      } else if (word.length < LONG || (all.found.length === 0 && groups.length > 1)) return group
      const meant = await wordMeant(db, word, counts[at]!)
      if (!meant) return group
      to = to.replace(group.typed, () => likeTyped(group.typed, meant.word))
      const asTyped = counts[at] === 0 ? [] : group.any
      return { ...group, word: meant.word, any: [[stemOf(meant.word)], ...asTyped] }
    }),
  )
  if (respelt.every((group, at) => group === groups[at])) return understood
  const condition = conditionOf(respelt)
  const found = await findMatches(db, condition)
  const corrected = to === query ? null : { from: query, to }
  return { ...understood, groups: respelt, condition, all: found, corrected }
}

/** In a name of two words so many errors of each are forgiven: few pairs are names. */
const MOST_IN_NAME = 2
/** So many words that are near to one of a name are looked up together with those near to the other. */
const MOST_OF_NAME = 12

/** The words that were meant by unknown ones which, with the word beside them, are nearly a Latin name; by place. */
async function latinNamesMeant(
  db: Db,
  groups: readonly Group[],
  counts: readonly number[],
): Promise<Map<number, string>> {
  const meant = new Map<number, string>()
  const isUnknown = (at: number) => counts[at] === 0
  const looked = groups.slice(0, MOST_RESPELT).map(async ({ word }, at) => {
    if (word === undefined || !EPITHET.test(word)) return []
    const isBesideUnknown = isUnknown(at - 1) || isUnknown(at + 1)
    const itself = { word, articles: counts[at]!, distance: 0 }
    if (!isUnknown(at)) return isBesideUnknown ? [itself] : []
    return (await nearWords(db, word, MOST_IN_NAME)).slice(0, MOST_OF_NAME)
  })
  const near = await Promise.all(looked)
  for (const [at, epithets] of near.entries()) {
    const genera = near[at - 1] ?? []
    const pairs = genera.flatMap((genus) => epithets.map((epithet) => ({ genus, epithet })))
    if (!pairs.length || meant.has(at - 1) || (!isUnknown(at) && !isUnknown(at - 1))) continue
    const nameOf = ({ genus, epithet }: (typeof pairs)[number]) => `${genus.word} ${epithet.word}`
    const names = await db
      .selectFrom('search_names')
      .select(['name', 'articles'])
      .where('name', 'in', pairs.map(nameOf))
      .execute()
    const articles = new Map(names.map((each) => [each.name, each.articles]))
    const known = pairs
      .filter((pair) => articles.has(nameOf(pair)))
      .map((pair) => ({ ...pair, distance: pair.genus.distance + pair.epithet.distance }))
      .sort((one, other) => one.distance - other.distance || articles.get(nameOf(other))! - articles.get(nameOf(one))!)
      .slice(0, MOST_NEAR)
    const said = await saidInPublic(
      db,
      known.map((pair) => termsOf(nameOf(pair))),
    )
    const name = known.find((_, index) => said[index])
    if (!name) continue
    if (isUnknown(at - 1)) meant.set(at - 1, name.genus.word)
    if (isUnknown(at)) meant.set(at, name.epithet.word)
  }
  return meant
}

/** The word that was meant by an unknown or a rare one. Words of articles that are not public are never offered. */
async function wordMeant(db: Db, typed: string, articles: number): Promise<KnownWord | undefined> {
  const known = (await nearWords(db, typed)).filter((known) => known.articles >= articles * TIMES_AS_FREQUENT)
  const near = known.slice(0, MOST_NEAR)
  const said = await saidInPublic(
    db,
    near.map(({ word }) => [stemOf(word)]),
  )
  return near.find((_, at) => said[at])
}

const likeTyped = (typed: string, word: string): string =>
  /^\p{Lu}/u.test(typed) ? word[0]!.toUpperCase() + word.slice(1) : word

/** In how many articles each group occurs, counted up to `most`. */
async function loadCounts(db: Db, groups: readonly Group[], part: Part, most: number): Promise<number[]> {
  const counts = groups.map(({ any }, at) => sql`${occurrences(db, part, [any], most)} as ${sql.ref(`n${at}`)}`)
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db)
  return groups.map((_, at) => Number(rows[0]![`n${at}`]))
}

/**
 * The rarest groups that occur at all, as one group: an article holds at least one of them. Frequent ones are among them
 * only if there are no others, because very many articles would have to be ranked.
 */
async function findRareWords(db: Db, groups: readonly Group[], part: Part): Promise<Condition | null> {
  const counts = await loadCounts(db, groups, part, COUNTED)
  const occurring = groups
    .map((group, at) => ({ group, count: counts[at]! }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.count - other.count)
  const rare = occurring.filter(({ count }) => count < COUNTED).slice(0, MOST_RARE)
  const chosen = rare.length ? rare : occurring.slice(0, 1)
  return chosen.length ? [chosen.flatMap(({ group }) => group.any)] : null
}

/** Articles that are surely meant, whatever else holds the same words: before all others. */
async function nearestTo(db: Db, query: string, { groups, all }: Understood): Promise<Match[]> {
  if (groups.length < TITLE_WORDS || all.found.length === 1) return []
  const titled = await titledLike(db, query, groups)
  if (titled.length || !all.found.length) return titled
  const sentence = termsOf(query).slice(0, PHRASE_MAX)
  // It may have been cut within its last word.
  const phrase = sentence.length > TITLE_WORDS + 1 ? sentence.slice(0, -1) : sentence
  return publicOnes(db, rankedBodies(db, [[phrase]], MOST_SAYING))
}

async function titledLike(db: Db, query: string, groups: readonly Group[]): Promise<Match[]> {
  const condition = await findRareWords(db, groups, 'head')
  if (!condition) return []
  const likeness = titleComparer(query)
  return (await publicOnes(db, rankedHeads(db, condition, MOST_TITLES)))
    .map((match) => ({ match, likeness: likeness(match.title) }))
    .filter((each) => each.likeness >= SAME_TITLE)
    .sort((one, other) => other.likeness - one.likeness)
    .map(({ match }) => match)
}

/** What holds some of the rarest words, if nothing holds all. */
async function loosely(db: Db, understood: Understood): Promise<Understood> {
  const words = understood.groups.filter(({ isPhrase }) => !isPhrase)
  const phrases = understood.groups.filter(({ isPhrase }) => isPhrase)
  const rare = words.length > 1 ? await findRareWords(db, words, 'body') : null
  if (!rare) return understood
  const condition = [...conditionOf(phrases), ...rare]
  const found = await publicOnes(db, rankedBodies(db, condition, MOST_LOOSE))
  const all = { found, limited: found.length === MOST_LOOSE }
  return { ...understood, condition, all, isLoose: true }
}

interface StandsFor {
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
async function withLatinNames(db: Db, groups: readonly Group[]): Promise<{ groups: Group[]; standFor: StandsFor[] }> {
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
