import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { tableNames } from '../../../../tests/support/all-tables.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { personalDataParts } from '../../../app/personal-data-parts.ts'
import { AddressHashes } from '../../peer-review/reviewers/address-hashes.ts'

/** Tables that hold nothing about people with an account, each with the reason. A new table goes into a part, or here. */
const NOT_OF_PEOPLE: Record<string, string> = {
  announcements: 'the journal’s own',
  article_cards: 'pictures of public articles',
  marked_pdfs: 'PDFs of public articles',
  article_citations: 'references to public articles',
  article_figures: 'pictures of articles',
  article_files: 'which files belong to which article',
  article_heads: 'what articles are searched by: made again when a name goes',
  article_references: 'the references of articles',
  article_terms: 'what articles have in common',
  article_tombstones: 'authorship of what was public',
  article_links: 'works that belong to an article',
  awards: 'grants of articles',
  new_names: 'names of plants, with their authors as they are printed',
  permits: 'permits of articles, which name authorities',
  vouchers: 'collectors as they are printed; those of an erased manuscript go with it',
  backups: 'the copies that the server has made',
  board_groups: 'names of groups',
  board_terms: 'days of the people of the board, as they are printed',
  duty_invitation_categories: 'categories of invitations',
  bulk_changes:
    'ids of articles that were moved together and of who has moved them, and pages of volumes as they were printed',
  categories: 'the journal’s own',
  missed_addresses: 'addresses without a page, never one with an @',
  redirects: 'addresses of pages',
  retracted_dois: 'of other publishers',
  category_counts: 'numbers',
  contributor_affiliations: 'goes with its contributor',
  damaged_files: 'which stored files were found damaged',
  deleted_article_files: 'which files belong to a deleted article',
  deposits: 'metadata of public articles',
  editorial_members: 'the board as it is printed',
  erasing: 'empty but within a transaction that erases',
  full_text_parts: 'texts of public articles',
  full_texts: 'texts of public articles',
  harvest_records: 'what is public',
  image_variants: 'pictures of articles',
  invoice_counters: 'numbers',
  invoice_reminders: 'which reminders were sent',
  jats_texts: 'texts of public articles',
  manuscript_promises: 'what a manuscript was promised',
  migrations: 'the changes of the tables',
  report_release_files: 'which files authors have got with reports',
  report_releases: 'what authors have read of reports, which name nobody',
  review_drafts: 'given with its review, and erased with the reviewer',
  review_files: 'given with its review, and erased with the reviewer',
  revision_dates: 'days of manuscripts',
  review_reminders: 'which reminders were sent',
  review_rounds: 'rounds of peer review',
  jobs: 'kinds of work and ids of what it is about',
  article_versions: 'what was published, which stays as printed',
  article_version_files: 'which files belong to a version',
  version_texts: 'texts made from published files',
  notice_articles: 'which articles notices are about',
  notice_files: 'which files belong to a notice',
  supplements: 'files that belong to an article',
  submission_draft_files: 'which uploads belong to a draft',
  request_files: 'which files belong to a request',
  pdf_texts: 'texts of public articles',
  replaced_files: 'which files were replaced',
  secret_fingerprints: 'hashes of the journal’s own secrets',
  server_processes: 'the processes of the journal',
  shared_counts: 'numbers under hashes, which nobody can trace back, for an hour',
  site_version: 'a number',
  journal_pictures: 'the logo and the pictures in texts of the journal',
  text_versions: 'pages, emails and letters of the journal',
  spent_tokens: 'hashes, which go with their session',
  issue_articles: 'places of articles in volumes',
  scheduled_articles: 'articles that wait for an issue',
  held_texts: 'texts of articles that wait for an issue',
  held_figures: 'pictures of articles that wait for an issue',
  made_pdfs: 'PDFs of articles',
  typeset_pdfs: 'PDFs of articles',
  usage_days: 'numbers',
  usage_months: 'numbers',
  usage_totals: 'numbers',
  funders: 'organisations',
  funder_words: 'names of organisations',
  volume_counts: 'numbers',
  volumes: 'the journal’s own',
  warnings_sent: 'what administrators were warned about',
}
/** Columns whose names say that they hold a person, or an id of one. */
const TELLING =
  /(^|_)(email|recipient|phone_number|full_name|username|orcid|actor|actor_id|owner_id|submitter_id|editor_id|handler_id|user_id)$|_by$|^orcid_/

describe('what the journal holds of people', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let tables: string[]
    const parts = personalDataParts({ addressHashes: new AddressHashes(Buffer.alloc(48)) })
    const decided = new Map(parts.flatMap(({ columns }) => Object.entries(columns)))
    beforeAll(async () => {
      journal = await open()
      tables = await tableNames(journal.database)
    })

    const columnsOf = async (table: string): Promise<string[]> => {
      const { db } = journal.database
      const { rows } =
        engine === 'sqlite'
          ? await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
          : await sql<{ name: string }>`select column_name as name from information_schema.columns
              where table_schema = 'public' and table_name = ${table}`.execute(db)
      return rows.map(({ name }) => name)
    }
    /** Columns that the database itself knows to refer to an account. */
    const referring = async (): Promise<string[]> => {
      const { db } = journal.database
      if (engine === 'postgres') {
        const { rows } = await sql<{ name: string }>`
          select (conrelid::regclass)::text || '.' || attname as name from pg_constraint
            join pg_attribute on attrelid = conrelid and attnum = any (conkey)
            where contype = 'f' and confrelid = 'users'::regclass`.execute(db)
        return rows.map(({ name }) => name)
      }
      const found: string[] = []
      for (const table of tables) {
        const { rows } = await sql<{ name: string }>`
          select "from" as name from pragma_foreign_key_list(${table}) where "table" = 'users'`.execute(db)
        found.push(...rows.map(({ name }) => `${table}.${name}`))
      }
      return found
    }

    test('every column that refers to an account or holds an address is decided by a part', async () => {
      const named = (
        await Promise.all(
          tables.map(async (table) => (await columnsOf(table)).map((column) => [table, column] as const)),
        )
      ).flat()
      const personal = named.filter(([, column]) => TELLING.test(column)).map(([table, column]) => `${table}.${column}`)
      const known = await referring()
      expect(known.length).toBeGreaterThanOrEqual(15)
      const undecided = [...new Set([...personal, ...known])].filter((column) => !decided.has(column))
      expect(undecided).toEqual([])
    })

    test('every table is in a part, or stands in the list of those that hold nobody', () => {
      const inParts = new Set([...decided.keys()].map((column) => column.split('.')[0]!))
      const known = (table: string) =>
        inParts.has(table) || Object.hasOwn(NOT_OF_PEOPLE, table) || /^search_/.test(table)
      expect(tables.filter((table) => !known(table))).toEqual([])
    })

    test('what parts decide is there: no decision is about a column that has gone', async () => {
      const there = new Set(
        (
          await Promise.all(tables.map(async (table) => (await columnsOf(table)).map((column) => `${table}.${column}`)))
        ).flat(),
      )
      expect([...decided.keys()].filter((column) => !there.has(column))).toEqual([])
      expect(Object.keys(NOT_OF_PEOPLE).filter((table) => !tables.includes(table))).toEqual([])
    })
  })
})
