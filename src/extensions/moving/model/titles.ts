import { plainTitle, typedMarkup } from '../../../contract/rules/text/inline-markup.ts'
import { withoutEntities } from './plain.ts'

/** A title in its parts, as the old journal kept it. */
export interface TitleParts {
  prefix: string | null
  title: string | null
  subtitle: string | null
}

/** Tags of formatting that a title keeps nothing of but their text. */
const NO_MARKS = /<\/?(?:b|strong|u|s|span|font|p|div|br|small|big|a|h[1-6])(?:\s[^<>]{0,2000})?\/?>/gi
const MARKS = /<(\/?)(em|i|sub|sup)(?:\s[^<>]{0,2000})?>/gi

/**
 * One part of a title with our marks (`<i>`, `<sub>`, `<sup>`). From 3.4 on titles hold HTML; before, people typed the
 * same tags or their entities, and readers saw them as text. What is no tag stays text: 'a < b'.
 */
const partMarkup = (typed: string | null): string =>
  typedMarkup(
    withoutEntities(typed ?? '')
      .replace(NO_MARKS, (tag) => (/^<\/?(?:p|div|br)/i.test(tag) ? ' ' : ''))
      .replace(MARKS, (_tag, slash: string, name: string) => `<${slash}${name.toLowerCase().replace('em', 'i')}>`)
      .replace(/\s+/g, ' ')
      .trim(),
  )

/**
 * The whole title: prefix, title and subtitle. A prefix or subtitle that the title has already is not repeated. Empty
 * if the title itself is.
 */
export function titleMarkup({ prefix, title, subtitle }: TitleParts): string {
  const main = partMarkup(title)
  if (!main) return ''
  const before = partMarkup(prefix)
  const after = partMarkup(subtitle)
  const isDoubled = before !== '' && wordsOf(main).startsWith(`${wordsOf(before)} `)
  const whole = before && !isDoubled ? `${before}${/['’]$/.test(before) ? '' : ' '}${main}` : main
  if (!after || wordsOf(whole).endsWith(wordsOf(after))) return whole
  return `${whole}${/[:?!.–—]$/.test(plainTitle(whole)) ? '' : ':'} ${after}`
}

const wordsOf = (markup: string): string => plainTitle(markup).toLowerCase()
