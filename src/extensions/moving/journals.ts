import { DUMP_LIMITS, dumpRefused } from './limits.ts'
import type { Selected, StagedCopy } from './staged-copy.ts'
import type { Family } from './version.ts'

export interface SourceJournal {
  id: string
  /** The part of its addresses that names it. */
  path: string
  /** In its main language, or the first that it has. */
  name: string
  isEnabled: boolean
  language: string
  /** Articles and manuscripts, whatever became of them. */
  submissions: number
}

const NAMES = ['name', 'title']

/** The journals of a dump, in the order of their site. */
export function journalsIn(copy: Pick<StagedCopy, 'select' | 'countBy'>, family: Family): SourceJournal[] {
  const rows = copy.select('journals', ['journal_id', 'path', 'seq', 'primary_locale', 'enabled'])
  if (rows.length > DUMP_LIMITS.journals)
    throw dumpRefused(`The dump has more than ${DUMP_LIMITS.journals} journals. Please export the one that is to move.`)
  const columns = ['journal_id', 'locale', 'setting_name', 'setting_value'] as const
  const names = namesIn(copy.select('journal_settings', columns, ['setting_name', NAMES]))
  const counts = family === '2.4' ? copy.countBy('articles', 'journal_id') : copy.countBy('submissions', 'context_id')
  const inOrder = rows.toSorted((a, b) => Number(a.seq) - Number(b.seq))
  return inOrder.map(({ journal_id: id, path, primary_locale: language, enabled }) => {
    const own = names.get(id)
    return {
      id: id ?? '',
      path: path ?? '',
      name: own?.get(language ?? '') ?? own?.values().next().value ?? '',
      isEnabled: enabled === '1',
      language: language ?? '',
      submissions: counts.get(id) ?? 0,
    }
  })
}

type Setting = Selected<'journal_id' | 'locale' | 'setting_name' | 'setting_value'>

/** By journal and language; OJS 2 calls the name a title. */
function namesIn(settings: readonly Setting[]): Map<string | null, Map<string, string>> {
  const names = new Map<string | null, Map<string, string>>()
  for (const { journal_id: id, locale, setting_name: setting, setting_value: value } of settings) {
    if (!value) continue
    const own = names.get(id) ?? new Map<string, string>()
    if (setting === 'name' || !own.has(locale ?? '')) own.set(locale ?? '', value)
    names.set(id, own)
  }
  return names
}

/** The journal that is meant: the one that there is, or the one that was named. Null: it has still to be chosen. */
export function chosenJournal(journals: readonly SourceJournal[], path: string | null): SourceJournal | null {
  if (journals.length === 0) throw dumpRefused('The dump has no journal in it.')
  if (path === null) return journals.length === 1 ? journals[0]! : null
  const found = journals.find((journal) => journal.path === path)
  if (found) return found
  const paths = journals.map((journal) => journal.path).join(', ')
  throw dumpRefused(`The dump has no journal with the path ${path.slice(0, 64)}. There are: ${paths}.`)
}
