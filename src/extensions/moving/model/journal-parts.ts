import type { Context } from './context.ts'
import type { OldCategory, OldJournal, OldSection } from './objects.ts'
import { Ledger } from './reckoning.ts'
import { idIn, inOrder, isSet, numberIn, valueOf } from './rows.ts'
import { Settings } from './settings.ts'

/** Texts of the journal that an editor may take over; ours are never replaced by them. */
const TEXTS = ['about', 'description', 'authorGuidelines', 'privacyStatement', 'editorialTeam', 'masthead']

export function oldJournal(context: Context): OldJournal {
  const { source, journal, journalId } = context
  const ledger = new Ledger()
  ledger.take('journals', [journal])
  const settings = new Settings(
    'journal_settings',
    source.where('journal_settings', 'journal_id', journalId),
    ledger,
    context,
  )
  // Read for the names of languages before.
  settings.plain('supportedLocales')
  const name = settings.byLanguage('name')
  const found = {
    id: journalId,
    path: valueOf(journal, 'path') ?? '',
    name,
    mainLanguage: context.mainLanguage,
    languages: Object.keys(name),
    issns: { online: settings.plain('onlineIssn'), print: settings.plain('printIssn') },
    publisher: settings.plain('publisherInstitution'),
    licenceUrl: settings.plain('licenseUrl') ?? settings.plain('licenseURL'),
    doiPrefix: settings.plain('doiPrefix'),
    contact: { name: settings.plain('contactName'), email: settings.plain('contactEmail') },
    texts: Object.fromEntries(
      TEXTS.map((text) => [text, settings.html(text)] as const).filter(([, texts]) => Object.keys(texts).length),
    ),
  }
  settings.finish()
  return { ...found, ...ledger.reckoning() }
}

export function* oldSections(context: Context): Iterable<OldSection> {
  const { source, journalId } = context
  for (const row of inOrder(source.where('sections', 'journal_id', journalId), 'section_id')) {
    const ledger = new Ledger()
    ledger.take('sections', [row])
    const id = idIn(row, 'section_id') ?? ''
    const settings = new Settings(
      'section_settings',
      source.where('section_settings', 'section_id', id),
      ledger,
      context,
    )
    const found = {
      id,
      title: settings.byLanguage('title'),
      abbreviation: settings.byLanguage('abbrev'),
      position: numberIn(row, 'seq'),
      isActive: !isSet(row, 'is_inactive'),
      hidesAuthors: isSet(row, 'hide_author'),
    }
    settings.finish()
    yield { ...found, ...ledger.reckoning() }
  }
}

export function* oldCategories(context: Context): Iterable<OldCategory> {
  const { source, journalId } = context
  for (const row of inOrder(source.where('categories', 'context_id', journalId), 'category_id')) {
    const ledger = new Ledger()
    ledger.take('categories', [row])
    const id = idIn(row, 'category_id') ?? ''
    const settings = new Settings(
      'category_settings',
      source.where('category_settings', 'category_id', id),
      ledger,
      context,
    )
    const title = settings.byLanguage('title')
    settings.finish()
    yield { id, parentId: idIn(row, 'parent_id'), path: valueOf(row, 'path') ?? '', title, ...ledger.reckoning() }
  }
}
