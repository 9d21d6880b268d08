import { keywordList } from '../../../contract/rules/articles/keywords.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { analysed } from '../../../platform/search-engine/analyser.ts'

/** So many words of a manuscript are compared: its keywords first. */
const WORDS_MAX = 40
const SHORTEST = 4
/** Words of titles that say nothing about a topic. */
const COMMON = new Set(
  `about above across after against along among analysis based before between case change changes data different
  during effect effects evidence first five four from high implications influence into long looking more most near
  need over role some study studies their them three through toward towards under upon using with within without`.split(
    /\s+/,
  ),
)

/** The beginning that a word shares with its plural. */
const stem = (word: string): string => (word.length > SHORTEST && word.endsWith('s') ? word.slice(0, -1) : word)

const telling = (text: string): string[] =>
  analysed(text)
    .filter((word) => word.length >= SHORTEST && !COMMON.has(word))
    .map(stem)

/** What a text is about, as beginnings of analysed words: those of its keywords, then those of its title. */
export const topicOf = ({ title, keywords }: { title: string; keywords: string }): string[] =>
  [...new Set([keywords, plainTitle(title)].flatMap(telling))].slice(0, WORDS_MAX)

/** Those of the keywords that a topic has too. */
export const sharedKeywords = (keywords: string, topic: readonly string[]): string[] => {
  const known = new Set(topic)
  return keywordList(keywords).filter((keyword) => telling(keyword).some((word) => known.has(word)))
}
