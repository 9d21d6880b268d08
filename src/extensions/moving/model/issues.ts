import type { Context } from './context.ts'
import { dayIn } from './dates.ts'
import { coverPath, issueFilePath } from './file-paths.ts'
import type { OldCover, OldIssue } from './objects.ts'
import { Ledger } from './reckoning.ts'
import { filledIn, firstWhere, idIn, inOrder, isSet, numberIn, valueOf, type Row } from './rows.ts'
import { fieldsIn } from './php-values.ts'
import { Settings } from './settings.ts'

/** The issues of the journal, those of the future too, in the order in which its archive has them. */
export function* oldIssues(context: Context): Iterable<OldIssue> {
  for (const row of inOrder(context.source.where('issues', 'journal_id', context.journalId), 'issue_id', 'issue_id')) {
    yield oldIssue(row, context)
  }
}

function oldIssue(row: Row, context: Context): OldIssue {
  const { source, family, journal, journalId } = context
  const ledger = new Ledger()
  ledger.take('issues', [row])
  const id = idIn(row, 'issue_id') ?? ''
  const settings = new Settings('issue_settings', source.where('issue_settings', 'issue_id', id), ledger, context)
  const order = ledger.take('custom_issue_orders', source.where('custom_issue_orders', 'issue_id', id))[0]
  const year = numberIn(row, 'year')
  const found = {
    id,
    volume: shownOf(row, 'volume', ledger),
    number: shownOf(row, 'number', ledger),
    year: year > 0 ? year : null,
    title: settings.byLanguage('title'),
    description: settings.html('description'),
    isPublished: isSet(row, 'published'),
    isCurrent: family.isCurrentIssue(row, journal),
    publishedOn: dayIn(valueOf(row, 'date_published')),
    position: order ? numberIn(order, 'seq') : 0,
    doi: family.doiOf(row, settings, source),
    otherIds: settings.beginningWith('pub-id::'),
    urlPath: filledIn(row, 'url_path'),
    cover: coverOf(row, 'issues', settings, ledger, journalId),
    galleys: issueGalleys(id, context, ledger),
  }
  settings.finish()
  const { doi: _doi, ...otherIds } = found.otherIds
  return { ...found, otherIds, ...ledger.reckoning() }
}

/** A volume or number; 0 stands for none. */
function shownOf(row: Row, column: string, ledger: Ledger): string | null {
  const shown = ledger.text('issues', row, column)?.trim()
  return shown && shown !== '0' ? shown : null
}

/**
 * The cover of an issue or a publication: in the settings of issues a file name with its alternative text beside it, in
 * those of publications a list with both.
 */
export function coverOf(
  row: Row,
  table: string,
  settings: Settings,
  ledger: Ledger,
  journalId: string,
): OldCover | null {
  const value = settings.plain('coverImage')
  const alternative = settings.plain('coverImageAltText')
  if (value === null) return null
  const list = fieldsIn(value)
  const name = list.get('uploadName') ?? value
  const path = coverPath(journalId, name)
  if (path === undefined) {
    ledger.note(list.size || !/^[[{]/.test(value) ? 'path refused' : 'list not readable', table, row, value)
    return null
  }
  const file = { id: name, folder: 'public' as const, path, name, type: null }
  return { file, alternative: list.get('altText') ?? alternative ?? '' }
}

function issueGalleys(issueId: string, context: Context, ledger: Ledger): OldIssue['galleys'] {
  const { source, journalId, languageOf } = context
  const files = new Map([...source.where('issue_files', 'issue_id', issueId)].map((row) => [idIn(row, 'file_id'), row]))
  const used = new Set<Row>()
  const galleys = inOrder(source.where('issue_galleys', 'issue_id', issueId), 'galley_id').flatMap((row) => {
    ledger.take('issue_galleys', [row])
    const file = files.get(idIn(row, 'file_id')) ?? firstWhere(source, 'issue_files', 'file_id', idIn(row, 'file_id'))
    if (!file || idIn(file, 'issue_id') !== issueId) {
      ledger.note('file without row', 'issue_galleys', row)
      return []
    }
    used.add(file)
    const path = issueFilePath(journalId, issueId, valueOf(file, 'file_name') ?? '')
    if (path === undefined) ledger.note('path refused', 'issue_files', file, valueOf(file, 'file_name') ?? '')
    return [
      {
        id: idIn(row, 'galley_id') ?? '',
        label: ledger.text('issue_galleys', row, 'label') ?? '',
        language: languageOf(valueOf(row, 'locale') ?? ''),
        urlPath: filledIn(row, 'url_path'),
        file: {
          id: idIn(file, 'file_id') ?? '',
          folder: 'files' as const,
          path: path ?? null,
          name: ledger.text('issue_files', file, 'original_file_name') ?? '',
          type: filledIn(file, 'file_type'),
        },
      },
    ]
  })
  ledger.take('issue_files', used)
  ledger.leave(
    'issue_files',
    [...files.values()].filter((row) => !used.has(row)),
    'not used',
  )
  return galleys
}
