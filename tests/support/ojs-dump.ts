import { mysqlDump, type SourceTable } from './dumps.ts'

/** The tables of a small installation of OJS 3.3, each of which a test may replace. */
export function ojsTables(replaced: Partial<Record<string, SourceTable['rows']>> = {}): SourceTable[] {
  const table = (name: string, columns: readonly string[], rows: SourceTable['rows'] = []): SourceTable => ({
    ...{ name, columns },
    rows: replaced[name] ?? rows,
  })
  return [
    table(
      'versions',
      ['major', 'minor', 'revision', 'build', 'current', 'product_type', 'product'],
      [
        ['3', '3', '0', '22', '1', 'core', 'ojs2'],
        ['2', '3', '6', '0', '0', 'core', 'ojs2'],
        ['9', '9', '0', '0', '1', 'plugins.generic', 'ojs2'],
      ],
    ),
    table('journals', ['journal_id', 'path', 'seq', 'primary_locale', 'enabled'], [['1', 'jbr', '1', 'en_US', '1']]),
    table(
      'journal_settings',
      ['journal_id', 'locale', 'setting_name', 'setting_value'],
      [
        ['1', 'fr_CA', 'name', 'Revue de botanique'],
        ['1', 'en_US', 'name', 'Journal of Botany'],
        ['1', '', 'orcidClientSecret', 'do-not-keep-me'],
      ],
    ),
    table(
      'submissions',
      ['submission_id', 'context_id'],
      [
        ['1', '1'],
        ['2', '1'],
      ],
    ),
    ...['users', 'issues', 'sections', 'authors', 'publications', 'publication_settings', 'publication_galleys'].map(
      (name) => table(name, ['id', 'value']),
    ),
    ...['submission_files', 'files'].map((name) => table(name, ['id', 'value'])),
    table('sessions', ['session_id', 'data'], [['secret', 'signed in']]),
  ]
}

export const ojsDump = (replaced?: Partial<Record<string, SourceTable['rows']>>): string =>
  mysqlDump(ojsTables(replaced))
