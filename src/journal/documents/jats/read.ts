import type { Document, Element } from '@xmldom/xmldom'
import type { Statements } from '../../../contract/rules/articles/statements.ts'
import { journal } from '../../../../journal.config.ts'
import { readAbstract } from './abstract.ts'
import { readContributors, type JatsContributor } from './contributors.ts'
import { readDates, type ArticleDates } from './dates.ts'
import { runsOf } from './inline.ts'
import { readKeywords } from './keywords.ts'
import { at, attribute, child, children, rawText } from './nodes.ts'
import { readPlace, type Place } from './pages.ts'
import { ImportProblem } from './problem.ts'
import { readRights, type Rights } from './rights.ts'
import { titleMarkup } from './markup.ts'
import { plainText, tidyRuns, type Run } from './runs.ts'
import { readStatements } from './statements.ts'
import { readCategory } from './subject.ts'

/** The data that the journal stores from a JATS file. */
export interface JatsArticle extends ArticleDates, Place, Rights {
  /** Inline markup: `<i>`, `<sub>`, `<sup>` only, everything else escaped text. */
  title: string
  /** Sanitised HTML; empty if the file has no abstract. */
  abstract: string
  /** Inline markup, like the title. */
  keyMessage: string
  keywords: string[]
  statements: Statements
  category: string
  contributors: JatsContributor[]
  doi: string | null
  /** The journal of first publication; null for this journal. */
  source: { journal: string; publisher: string | null } | null
  language: string
  /** What is missing or was left out, in plain sentences. */
  warnings: string[]
}

/** Reads a JATS article. Throws an ImportProblem if a required element is missing. */
export function readJats(document: Document): JatsArticle {
  const article = document.documentElement!
  const meta = at(article, 'front', 'article-meta')
  if (!meta) throw new ImportProblem('The file has no <article-meta>.', article.lineNumber)
  const warnings: string[] = []
  const language = attribute(article, 'lang') || journal.language
  const title = readTitle(meta)
  const contributors = readContributors(meta, warnings)
  const abstract = readAbstract(meta, language)
  const rights = readRights(meta)
  if (!contributors.length) warnings.push('The file names no author.')
  if (!abstract.html) warnings.push('The file has no abstract.')
  const source = readSource(article)
  if (!rights.licenceUrl) {
    // This journal's own articles are under its own licence; articles of other journals need a licence of
    // their own.
    if (source) throw new ImportProblem(`The article is from ${source.journal} and names no licence.`, meta.lineNumber)
    warnings.push('The file names no licence: the journal’s own is shown.')
  }
  if (contributors.length && !contributors.some((contributor) => contributor.corresponding)) {
    warnings.push('The file does not say who the corresponding author is.')
  }
  return {
    title,
    abstract: abstract.html,
    keyMessage: abstract.keyMessage,
    keywords: readKeywords(meta, language),
    statements: readStatements(document),
    category: readCategory(article, meta),
    contributors,
    ...readPlace(meta),
    ...readDates(meta),
    ...rights,
    doi: readDoi(meta, warnings),
    source,
    language,
    warnings,
  }
}

function readTitle(meta: Element): string {
  const group = child(meta, 'title-group')
  const element = child(group, 'article-title')
  const title = element ? runsOf(element) : []
  if (!plainText(title))
    throw new ImportProblem('The article has no title (<article-title>).', (element ?? group ?? meta).lineNumber)
  const subtitle = children(group, 'subtitle').flatMap((part): Run[] => [{ text: ' ', marks: [] }, ...runsOf(part)])
  if (!subtitle.length) return titleMarkup(title)
  const colon: Run[] = /[?!:.–—]$/.test(plainText(title)) ? [] : [{ text: ':', marks: [] }]
  return titleMarkup(tidyRuns([...title, ...colon, ...subtitle]))
}

function readDoi(meta: Element, warnings: string[]): string | null {
  const stated = children(meta, 'article-id').find((id) => attribute(id, 'pub-id-type') === 'doi')
  if (!stated) return null
  const doi = rawText(stated).replace(/^(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)/i, '')
  if (/^10\.\d{4,9}\/[^\s<>"]+$/.test(doi)) return doi
  warnings.push(`"${rawText(stated)}" is not a DOI and was left out.`)
  return null
}

function readSource(article: Element): JatsArticle['source'] {
  const meta = at(article, 'front', 'journal-meta')
  const named = child(child(meta, 'journal-title-group') ?? meta, 'journal-title')
  const title = named ? plainText(runsOf(named)) : ''
  if (!title || title.toLowerCase() === journal.name.toLowerCase()) return null
  return { journal: title, publisher: rawText(at(meta, 'publisher', 'publisher-name')) || null }
}
