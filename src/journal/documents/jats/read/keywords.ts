import type { Element } from '@xmldom/xmldom'
import { runsOf } from '../model/inline.ts'
import { attribute, children, descendants, nameOf } from '../model/nodes.ts'
import { plainText, type Run } from '../model/runs.ts'

/** Keyword groups that are not the authors' own. */
const OTHER_GROUPS = /organism|abbrev|funding|classification|\bjel\b|mesh|pacs|msc|inspec|title/i

export function readKeywords(meta: Element, language: string): string[] {
  const words = groupsOf(meta, language).flatMap((group) => {
    const keywords = descendants(group, 'kwd', 'compound-kwd').map(keywordText)
    // Some files put all keywords in one element.
    return keywords.length === 1 ? keywords[0]!.split(/;\s*/) : keywords
  })
  const known = new Set<string>()
  return words
    .map((word) => word.trim().replace(/[.;,]$/, ''))
    .filter((word) => word && !known.has(word.toLowerCase()) && known.add(word.toLowerCase()))
}

/** The keywords as printed, with their italics. */
export const keywordRuns = (meta: Element, language: string): Run[][] =>
  groupsOf(meta, language)
    .flatMap((group) => descendants(group, 'kwd'))
    .map((keyword) => runsOf(keyword))
    .filter((runs) => runs.length)

function groupsOf(meta: Element, language: string): Element[] {
  return children(meta, 'kwd-group').filter((group) => {
    const own = attribute(group, 'lang')
    return (
      !OTHER_GROUPS.test(attribute(group, 'kwd-group-type')) &&
      (!own || own.slice(0, 2).toLowerCase() === language.slice(0, 2).toLowerCase())
    )
  })
}

const keywordText = (element: Element): string =>
  nameOf(element) === 'compound-kwd'
    ? children(element, 'compound-kwd-part')
        .map((part) => plainText(runsOf(part)))
        .join(' ')
    : plainText(runsOf(element))
