import { roleOf, type OldRole } from './codes.ts'
import type { FamilyRules } from './family.ts'
import { languageNames } from './languages.ts'
import { textsIn } from './php-values.ts'
import { filledIn, firstWhere, idIn, isSet, valueOf, type Row, type Source } from './rows.ts'
import type { Languages } from './settings.ts'

/** What is known before any object is made: small tables of the one journal that is moved. */
export interface Context extends Languages {
  source: Source
  family: FamilyRules
  journal: Row
  journalId: string
  /** Groups of users, by id. */
  groups: ReadonlyMap<string, { role: OldRole | undefined; name: string }>
  supplementaryGenres: ReadonlySet<string>
  /** Whether each issue of the journal is published. */
  issues: ReadonlyMap<string, boolean>
  sections: ReadonlySet<string>
}

/** Looks the journal up by the path in its addresses; undefined if there is none. */
export function contextOf(source: Source, family: FamilyRules, journalPath: string): Context | undefined {
  const journal = firstWhere(source, 'journals', 'path', journalPath)
  const journalId = journal && idIn(journal, 'journal_id')
  if (!journal || !journalId) return undefined
  const mainLocale = valueOf(journal, 'primary_locale') ?? ''
  const settings = [...source.where('journal_settings', 'journal_id', journalId)]
  const locales = settings.flatMap((row) =>
    row.setting_name === 'supportedLocales' ? textsIn(valueOf(row, 'setting_value')) : [],
  )
  const languageOf = languageNames([mainLocale, ...locales])
  return {
    source,
    family,
    journal,
    journalId,
    languageOf,
    mainLanguage: languageOf(mainLocale),
    groups: groupsOf(source, journalId),
    supplementaryGenres: new Set(
      [...source.where('genres', 'context_id', journalId)]
        .filter((row) => isSet(row, 'supplementary'))
        .map((row) => idIn(row, 'genre_id') ?? ''),
    ),
    issues: new Map(
      [...source.where('issues', 'journal_id', journalId)].map((row) => [
        idIn(row, 'issue_id') ?? '',
        isSet(row, 'published'),
      ]),
    ),
    sections: new Set(
      [...source.where('sections', 'journal_id', journalId)].map((row) => idIn(row, 'section_id') ?? ''),
    ),
  }
}

/** The groups of this journal and of the whole site. */
function groupsOf(source: Source, journalId: string): Context['groups'] {
  const groups = new Map<string, { role: OldRole | undefined; name: string }>()
  for (const row of source.rows('user_groups')) {
    const id = idIn(row, 'user_group_id')
    const role = roleOf(valueOf(row, 'role_id'))
    if (id === null || (valueOf(row, 'context_id') !== journalId && role !== 'site')) continue
    groups.set(id, { role, name: groupName(source, id) ?? role ?? 'unknown' })
  }
  return groups
}

/** 'author' of 'default.groups.name.author'; for a group that the journal has made, its name. */
function groupName(source: Source, id: string): string | null {
  const rows = [...source.where('user_group_settings', 'user_group_id', id)]
  const key = rows.find((row) => row.setting_name === 'nameLocaleKey')
  const name = rows.find((row) => row.setting_name === 'name' && filledIn(row, 'setting_value') !== null)
  const keyText = key && filledIn(key, 'setting_value')
  return (keyText && keyText.slice(keyText.lastIndexOf('.') + 1)) ?? (name ? filledIn(name, 'setting_value') : null)
}
