import type { Context } from './context.ts'
import { contributorsOf } from './contributors.ts'
import { dayIn } from './dates.ts'
import { galleysOf, type GalleyFiles } from './galleys.ts'
import { coverOf } from './issues.ts'
import { publicationKeywords } from './publication-keywords.ts'
import type { ByLanguage, OldPublication } from './objects.ts'
import type { Ledger } from './reckoning.ts'
import { filledIn, idIn, inOrder, numberIn, valueOf, type Row } from './rows.ts'
import { Settings } from './settings.ts'
import { titleMarkup } from './titles.ts'

/** One version of an article. Its language is that of its submission from 3.3 on. */
export function oldPublication(
  row: Row,
  submission: Row,
  files: GalleyFiles,
  context: Context,
  ledger: Ledger,
): OldPublication {
  const { source, family, languageOf, mainLanguage } = context
  ledger.take('publications', [row])
  const id = idIn(row, 'publication_id') ?? ''
  const locale = filledIn(submission, 'locale') ?? filledIn(row, 'locale')
  const language = locale === null ? mainLanguage : languageOf(locale)
  const rows = source.where('publication_settings', 'publication_id', id)
  const settings = new Settings('publication_settings', rows, ledger, { languageOf, mainLanguage: language })
  const title = titlesOf(settings)
  if (!title[language])
    ledger.note('title only in another language', 'publications', row, Object.keys(title).join(', '))
  const abstract = settings.html('abstract')
  if (!abstract[language] && Object.keys(abstract).length) {
    ledger.note('abstract only in another language', 'publications', row, Object.keys(abstract).join(', '))
  }
  const doi = family.doiOf(row, settings, source)
  const { doi: _doi, ...otherIds } = settings.beginningWith('pub-id::')
  const year = Number(settings.plain('copyrightYear') ?? Number.NaN)
  const found: OldPublication = {
    id,
    number: numberIn(row, 'version', 1),
    publishedOn: dayIn(valueOf(row, 'date_published')),
    language,
    ...sectionAndIssue(row, settings, context, ledger),
    title,
    abstract,
    keywords: publicationKeywords(id, language, context, ledger),
    pages: settings.plain('pages')?.trim() || null,
    doi,
    otherIds,
    urlPath: filledIn(row, 'url_path'),
    licenceUrl: settings.plain('licenseUrl') ?? settings.plain('licenseURL'),
    copyrightHolder: settings.byLanguage('copyrightHolder'),
    copyrightYear: Number.isInteger(year) && year > 0 ? year : null,
    contributors: contributorsOf(row, language, context, ledger),
    references: referencesOf(id, settings, context, ledger),
    categoryIds: ledger
      .take('publication_categories', source.where('publication_categories', 'publication_id', id))
      .map((one) => idIn(one, 'category_id') ?? '')
      .sort((one, other) => Number(one) - Number(other)),
    cover: coverOf(row, 'publications', settings, ledger, context.journalId),
    galleys: galleysOf(id, files, context, ledger),
  }
  settings.finish()
  return found
}

/** A title in each language that has one: prefix and subtitle alone make none. */
function titlesOf(settings: Settings): ByLanguage {
  const [prefix, title, subtitle] = [
    settings.byLanguage('prefix'),
    settings.byLanguage('title'),
    settings.byLanguage('subtitle'),
  ]
  return Object.fromEntries(
    Object.entries(title)
      .map(([language, main]): [string, string] => [
        language,
        titleMarkup({ prefix: prefix[language] ?? null, title: main, subtitle: subtitle[language] ?? null }),
      ])
      .filter(([, whole]) => whole),
  )
}

/** Those of this journal only: a row may point to what has been deleted. */
function sectionAndIssue(
  row: Row,
  settings: Settings,
  { issues, sections }: Context,
  ledger: Ledger,
): Pick<OldPublication, 'sectionId' | 'issueId'> {
  const sectionId = idIn(row, 'section_id')
  const issueId = idIn({ id: settings.plain('issueId') }, 'id') ?? idIn(row, 'issue_id')
  if (sectionId !== null && !sections.has(sectionId)) ledger.note('section missing', 'publications', row, sectionId)
  if (issueId !== null && !issues.has(issueId)) ledger.note('issue missing', 'publications', row, issueId)
  return {
    sectionId: sectionId !== null && sections.has(sectionId) ? sectionId : null,
    issueId: issueId !== null && issues.has(issueId) ? issueId : null,
  }
}

/** The references that were told apart; otherwise the lines that the author typed. */
function referencesOf(id: string, settings: Settings, { source }: Context, ledger: Ledger): string[] {
  const typed = settings.plain('citationsRaw')
  const rows = inOrder(ledger.take('citations', source.where('citations', 'publication_id', id)), 'citation_id')
  const parted = rows.map((row) => ledger.text('citations', row, 'raw_citation')?.trim() ?? '').filter(Boolean)
  if (parted.length) return parted
  return (typed ?? '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
}
