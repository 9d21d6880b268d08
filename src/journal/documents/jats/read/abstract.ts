import type { Element } from '@xmldom/xmldom'
import { sanitiseRichText } from '../../../../platform/html/sanitise.ts'
import { blocksOf, withoutStop, type Block } from './blocks.ts'
import { keyMessage, LONGEST_KEY_MESSAGE, sliceRuns, withinKeyMessage } from './key-message.ts'
import { attribute, children, descendants, nameOf } from '../model/nodes.ts'
import { plainText, type Run, htmlOf, titleMarkup } from '../model/runs.ts'
import { runsOf } from '../model/inline.ts'

type TextBlock = Exclude<Block, { kind: 'table' | 'figure' }>

export interface Abstract {
  /** Sanitised HTML: paragraphs, with headings if the abstract is structured. */
  html: string
  /** Inline markup, at most 300 visible characters. */
  keyMessage: string
}

// Short texts for a wider audience, in order of preference.
const SHORT_TYPES = [
  ...[
    'teaser',
    'short',
    'precis',
    'web-summary',
    'toc',
    'key-message',
    'key-points',
    'author-highlights',
    'highlights',
  ],
  ...['executive-summary', 'plain-language-summary', 'lay-summary', 'significance', 'summary', 'longsummary'],
]
/** Sections that publishers append to abstracts and that are not about the work. */
const APPENDED = /^(?:electronic )?supplementa(?:ry|l) (?:material|information)|^key ?words?$|^graphical abstract$/i
const KEY_MESSAGE_TITLE = /^(?:main conclusions?|key message|key points?|highlights|significance(?: statement)?)$/i
const ABSTRACT_TITLE = /^(?:abstract|summary)$/i

/** The abstract and the key message of an article; both are empty if it has no abstract. */
export function readAbstract(meta: Element, language: string): Abstract {
  const abstracts = children(meta, 'abstract').filter(isIn(language))
  const short = SHORT_TYPES.flatMap((type) => abstracts.filter((abstract) => typeOf(abstract) === type))[0]
  const main = mainAbstract(abstracts)
  const blocks = main ? blocksIn(main) : []
  const own = short ? undefined : takeKeyMessage(blocks)
  return {
    html: sanitiseRichText(structured(withoutOwnTitle(blocks)).map(blockHtml).join('')),
    keyMessage: titleMarkup(keyMessage(short ? sentencesOf(blocksIn(short)) : (own ?? sentencesOf(blocks)))),
  }
}

/** The abstract as it was printed, block by block. */
export function abstractBlocks(meta: Element, language: string): TextBlock[] {
  const main = mainAbstract(children(meta, 'abstract').filter(isIn(language)))
  return main ? structured(withoutOwnTitle(blocksIn(main))) : []
}

const mainAbstract = (abstracts: Element[]): Element | undefined =>
  abstracts.find((abstract) => !attribute(abstract, 'abstract-type')) ??
  abstracts.find((abstract) => ['section', 'structured', 'normal'].includes(typeOf(abstract)))

const typeOf = (abstract: Element): string => attribute(abstract, 'abstract-type').toLowerCase()

const isIn =
  (language: string) =>
  (abstract: Element): boolean => {
    const own = attribute(abstract, 'lang')
    return !own || own.slice(0, 2).toLowerCase() === language.slice(0, 2).toLowerCase()
  }

/** Text and lists; pictures and tables are dropped. */
const blocksIn = (abstract: Element): TextBlock[] =>
  blocksOf(abstract, { citations: 'left out', leavesOut: APPENDED }).filter(
    (block): block is TextBlock => block.kind !== 'table' && block.kind !== 'figure',
  )

/**
 * Takes the paragraph under a title such as 'Main conclusion' or 'Key message' out of the abstract if it is
 * short enough to be the whole key message.
 */
function takeKeyMessage(blocks: TextBlock[]): Run[][] | undefined {
  const at = blocks.findIndex((block) => block.kind === 'heading' && KEY_MESSAGE_TITLE.test(plainText(block.runs)))
  const paragraph = blocks[at + 1]
  if (at < 0 || paragraph?.kind !== 'paragraph') return undefined
  if (plainText(paragraph.runs).length <= LONGEST_KEY_MESSAGE && blocks.length > 2) blocks.splice(at, 2)
  return [paragraph.runs]
}

/** Drops a first heading 'Abstract': the page has that heading already. */
function withoutOwnTitle(blocks: TextBlock[]): TextBlock[] {
  const [first, ...rest] = blocks
  return first?.kind === 'heading' && ABSTRACT_TITLE.test(plainText(first.runs)) ? rest : blocks
}

/** Bold words that begin every paragraph are treated as headings. */
function structured(blocks: TextBlock[]): TextBlock[] {
  const opensBold = ({ runs }: { runs: Run[] }) =>
    runs.length > 1 && runs[0]!.marks.includes('b') && runs[0]!.text.length < 60
  if (blocks.length < 2 || !blocks.every((block) => block.kind === 'paragraph' && opensBold(block))) return blocks
  return blocks.flatMap((block): TextBlock[] => {
    if (block.kind !== 'paragraph') return [block]
    const [heading, next, ...rest] = block.runs
    return [
      { kind: 'heading', level: 1, runs: withoutStop([{ ...heading!, text: heading!.text.trim(), marks: [] }]) },
      { kind: 'paragraph', runs: [{ ...next!, text: next!.text.replace(/^[\s:.–—-]+/, '') }, ...rest] },
    ]
  })
}

function blockHtml(block: TextBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h3>${htmlOf(block.runs)}</h3>`
    case 'paragraph':
    case 'formula':
      return `<p>${htmlOf(block.runs)}</p>`
    case 'quote':
      return `<blockquote>${htmlOf(block.runs)}</blockquote>`
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul'
      return `<${tag}>${block.items.map((item) => `<li>${htmlOf(item)}</li>`).join('')}</${tag}>`
    }
  }
}

/** The texts that a key message may be made of; list items each end like a sentence. */
const sentencesOf = (blocks: TextBlock[]): Run[][] =>
  withinKeyMessage(
    structured(withoutOwnTitle(blocks)).flatMap((block) => {
      if (block.kind === 'heading') return []
      if (block.kind !== 'list') return [block.runs]
      return block.items.map(asSentence)
    }),
  )

function asSentence(runs: Run[]): Run[] {
  const length = plainText(runs).replace(/[;,.]$/, '').length
  return [...sliceRuns(runs, 0, length), { text: '.', marks: [] }]
}

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
