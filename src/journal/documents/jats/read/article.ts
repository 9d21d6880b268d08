import type { Document, Element } from '@xmldom/xmldom'
import { journal } from '../../../../contract/journal.ts'
import { isPageRange, issueNumber } from '../../../../contract/rules/articles/place-in-volume.ts'
import type { Material } from '../../../../contract/rules/articles/declared-material.ts'
import { isTitleOf } from '../../../../contract/rules/articles/titles.ts'
import type { Statements } from '../../../../contract/rules/articles/statements.ts'
import { readAbstract, readKeywords } from './abstract.ts'
import { type JatsContributor, readContributors } from './contributors.ts'
import { type ArticleDates, readDates } from './dates.ts'
import { runsOf } from '../model/inline.ts'
import { at, attribute, child, children, descendants, rawText } from '../model/nodes.ts'
import { plainText, type Run, tidyRuns, titleMarkup } from '../model/runs.ts'
import { readMaterial } from '../model/material.ts'
import { readStatements } from '../model/statements.ts'
import { ImportProblem } from '../model/parse.ts'

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
  material: Material
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
  const language = attribute(article, 'lang') || journal().language
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
    material: readMaterial(document, warnings),
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
  if (!title || isTitleOf(title, journal())) return null
  return { journal: title, publisher: rawText(at(meta, 'publisher', 'publisher-name')) || null }
}

interface Place {
  /** Such as 'Volume 12'. */
  volume: string | null
  /** As printed, without the word: '3', '7-8', 'Suppl 1'. */
  issue: string | null
  /** A range in the contract's format, '12-27'; null if the journal prints none. */
  pages: string | null
  elocationId: string | null
}

/** Where in the journal the article appeared. */
function readPlace(meta: Element): Place {
  const text = (name: string) => rawText(child(meta, name))
  const volume = text('volume').replace(/^vol(?:ume|\.)?\s*/i, '')
  const [first, last] = [text('fpage'), text('lpage')]
  const span = last && last !== first ? `${first}-${last}` : first
  const pages = [text('page-range').replace(/[–—]/g, '-').replace(/,\s*/g, ', '), span].find(
    (range) => range && isPageRange(range),
  )
  return {
    volume: volume ? `Volume ${volume}` : null,
    issue: issueNumber(text('issue').replace(/[–—]/g, '-')) || null,
    pages: pages ?? null,
    // Pages that are not numbers ('S12-S20') are shown like an article number.
    elocationId: text('elocation-id') || (pages === undefined && span ? span : null),
  }
}

/** Labels for the type of an article, not its subject. */
const KIND_OF_TEXT =
  /^(?:(?:original|regular|full|full-length|short|brief|mini|invited|systematic|primary|peer-reviewed|open access) )*(?:research|articles?|(?:research|review|methods?|methodology|data|technical|case) (?:articles?|papers?|reports?|notes?)|reviews?|original|papers?|letters?|reports?|notes?|communications?|contributions?|resources?|tools and resources|hypothes[ie]s|stud(?:y|ies)|monographs?|editorials?|perspectives?|opinions?|commentar(?:y|ies)|corrections?|errat(?:um|a)|protocols?|methods?|methodology|data descriptors?|research in context|registered reports?|database|software|case stud(?:y|ies))$/i

/** Groups for a place, a plant or a journal section, and headings above lists of subjects. */
const OTHER_GROUPS = /taxon|geograph|journal-coll|access|badge|funding|series/i
const NO_SUBJECT = /^subject areas?$|^subjects?$|^disciplines?$|^categor(?:y|ies)$|^other$/i

/**
 * The single category of an article: the first subject that names a field of study; otherwise the article
 * type in the file ('Research Article'). Falls back on the `article-type` attribute.
 */
function readCategory(article: Element, meta: Element): string {
  const groups = children(child(meta, 'article-categories'), 'subj-group').filter(
    (group) => !OTHER_GROUPS.test(attribute(group, 'subj-group-type')),
  )
  const isHeading = (group: Element) => attribute(group, 'subj-group-type') === 'heading'
  const labels = [...groups.filter(isHeading), ...groups.filter((group) => !isHeading(group))]
    .flatMap(labelsOf)
    .filter((label) => /\p{L}{2}/u.test(label) && !NO_SUBJECT.test(label))
  const field = labels.find((label) => !KIND_OF_TEXT.test(label))
  return field ?? labels[0] ?? fromType(attribute(article, 'article-type'))
}

/** The labels of a group, outer before inner. */
const labelsOf = (group: Element): string[] => [
  ...children(group, 'subject').map((subject) => plainText(runsOf(subject))),
  ...children(group, 'subj-group').flatMap(labelsOf),
]

/** 'research-article' becomes 'Research Article'. */
const fromType = (type: string): string =>
  (type || 'article')
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

interface Rights {
  licenceUrl: string | null
  /** The statement as it is printed, such as '© 2018 The Authors'. */
  copyright: string | null
}

function readRights(meta: Element): Rights {
  const permissions = child(meta, 'permissions')
  return { licenceUrl: licenceUrl(permissions), copyright: copyright(permissions) }
}

function licenceUrl(permissions: Element | undefined): string | null {
  for (const licence of [...children(permissions, 'license'), ...children(permissions, 'license_ref')]) {
    const named = [
      attribute(licence, 'href'),
      ...descendants(licence, 'license_ref').map(rawText),
      ...descendants(licence, 'ext-link', 'uri').map((link) => attribute(link, 'href')),
      ...(rawText(licence).match(/https?:\/\/[^\s"'<>]+/g) ?? []),
    ].filter((address) => /^https?:\/\/\S+$/i.test(address))
    const address = named.find((candidate) => /creativecommons\.org\/licenses\//i.test(candidate)) ?? named[0]
    if (address) return canonical(address)
    const words = /\bCC[ -](BY(?:-NC)?(?:-ND|-SA)?) (\d\.\d)\b/i.exec(rawText(licence))
    if (words) return `https://creativecommons.org/licenses/${words[1]!.toLowerCase()}/${words[2]}/`
  }
  return null
}

/** Creative Commons licences under their canonical URL; other URLs unchanged. */
function canonical(address: string): string {
  const creativeCommons =
    /creativecommons\.org\/(licenses|publicdomain)\/([a-z-]+)\/(\d\.\d)(?:\/([a-z]{2,3})(?=\/|$))?/i.exec(address)
  if (!creativeCommons) return address.replace(/(?<![).,;])[).,;]+$/, '')
  const [, kind, name, version, country] = creativeCommons
  // 'deed.en' and 'legalcode' are other pages of the same licence; a country is part of it.
  return `https://creativecommons.org/${kind}/${name}/${version}/${country ? `${country}/` : ''}`.toLowerCase()
}

function copyright(permissions: Element | undefined): string | null {
  const statements = children(permissions, 'copyright-statement').flatMap((statement) => [
    ...descendants(statement, 'copyright-statement'),
    statement,
  ])
  const best =
    statements.find((statement) => attribute(statement, 'content-type') === 'article-copyright') ?? statements[0]
  const year = rawText(child(permissions, 'copyright-year'))
  const holder = rawText(child(permissions, 'copyright-holder'))
  const text = best ? plainText(runsOf(best)) : [year, holder].filter(Boolean).join(' ')
  if (!text) return null
  const signed = /©|\(c\)|copyright/i.test(text) ? text : `© ${text}`
  return signed.replace(/©(?=\S)/, '© ')
}
