/**
 * The tests in two tiers. `npm test` runs what a change breaks most often: rules, components, the API and the data on
 * both databases, every page once in a browser, and a journey of each role. `npm run test:all` runs everything: besides,
 * each journey, generated input, races, crashes and faults, programs that are started, upgrades, and growth.
 *
 * Those of the second tier, the slowest first: the order in which they are begun, so that the last ones are short.
 */
export const SECOND_TIER = [
  'tests/faults/faults.test.ts',
  'src/extensions/importing/real-articles.test.ts',
  'src/extensions/importing/real-queries.test.ts',
  'src/extensions/harvesting/article-xml.test.ts',
  'tests/faults/notice-crash.test.ts',
  'tests/adversarial/fuzz.test.ts',
  'src/journal/publication/articles/full-text/full-text-drafts.test.ts',
  'tests/adversarial/access-recused.test.ts',
  'tests/adversarial/sealed-fees.test.ts',
  'tests/adversarial/access-duties.test.ts',
  'tests/adversarial/growth.test.ts',
  'tests/adversarial/naughty-strings.test.ts',
  'src/journal/peer-review/report/files.test.ts',
  'src/journal/peer-review/case/report-files.test.ts',
  'src/extensions/importing/sample-cases.test.ts',
  'src/journal/publication/articles/correction-races.test.ts',
  'src/journal/documents/documents.test.ts',
  'tests/adversarial/query-syntax.test.ts',
  'src/extensions/backups/damaged-backups.test.ts',
  'tests/faults/reminder-crash.test.ts',
  'tests/faults/publishing-crash.test.ts',
  'tests/faults/issue-crash.test.ts',
  'tests/review-year.test.ts',
  'src/journal/peer-review/published/published.test.ts',
  'src/journal/publication/articles/typeset/make-pdf.test.ts',
  'src/journal/publication/names/names.test.ts',
  'src/journal/settings/fee-year.test.ts',
  'src/journal/settings/start.test.ts',
  'src/platform/http/health.test.ts',
  'src/extensions/crossref/deliver.test.ts',
  'tests/adversarial/review-leaks.test.ts',
  'src/journal/accounts/sessions/second-factors.test.ts',
  'src/platform/http/public-cache.test.ts',
  'src/journal/peer-review/cases/reminders.test.ts',
  'src/extensions/monitoring/health.test.ts',
  'src/extensions/harvesting/volumes/volumes.test.ts',
  'src/extensions/crossref/deposit-xml.test.ts',
  'tests/notices-at-both-ends.test.ts',
  'src/platform/database/upgrade.test.ts',
  'src/app/processes.test.ts',
  'src/journal/publication/full-text/full-text.test.ts',
  'src/journal/settings/hostile-texts.test.ts',
  'src/platform/search-engine/article-heads.test.ts',
  'tests/adversarial/unstorable-text.test.ts',
  'scripts/tasks/import.test.ts',
  'tests/faults/upload-crash.test.ts',
  'src/journal/publication/files/uploads-at-once.test.ts',
  'tests/extensions.test.ts',
  'tests/adversarial/withdrawn-leaks.test.ts',
  'src/journal/discovery/cards/card.test.ts',
  'src/platform/database/migrate.test.ts',
  'src/extensions/backups/encryption.test.ts',
  'src/platform/http/answer-from-cache.test.ts',
  'tests/deploy.test.ts',
  'src/extensions/backups/backups.test.ts',
  'src/extensions/monitoring/metrics.test.ts',
  'tests/adversarial/mutated-documents.test.ts',
  'src/journal/settings/two-servers.test.ts',
  'src/journal/accounts/personal-data/races.test.ts',
  'scripts/tasks/sbom.test.ts',
  'src/extensions/importing/figure-files.test.ts',
  'scripts/tasks/admin.test.ts',
  'src/journal/documents/redaction/mutated-files.test.ts',
  'src/journal/publication/articles/races.test.ts',
  'scripts/tasks/test-mail.test.ts',
  'src/journal/peer-review/author/unchanged.test.ts',
  'src/extensions/backups/schedule.test.ts',
  'scripts/run.test.ts',
  'src/app/start.test.ts',
  'src/platform/workers/workers.test.ts',
  'src/journal/documents/pdf/pdf-check.test.ts',
  'src/platform/database/outage.test.ts',
  'src/platform/http/slow-senders.test.ts',
  'src/extensions/importing/typeset-pdfs.test.ts',
  'scripts/tasks/password.test.ts',
  'src/platform/database/people-migration.test.ts',
  'src/journal/documents/jats/html/growth.test.ts',
  'src/platform/storage/s3-bucket.test.ts',
  'bench/articles.test.ts',
  'tests/page-cost.test.ts',
  'src/extensions/importing/samples.test.ts',
  // They measure who holds others up, and come last, when less goes on beside them.
  'tests/adversarial/held-up-harvesting.test.ts',
  'tests/adversarial/held-up.test.ts',
]

/**
 * Files that try every call or value one by one: on SQLite they are of the first tier, on PostgreSQL of the second. Each
 * asks `eachDatabase` for it itself.
 */
export const POSTGRES_IN_SECOND = [
  'tests/adversarial/access.test.ts',
  'src/journal/settings/settings.test.ts',
  'src/journal/settings/own-pages.test.ts',
]

/** The journeys of the first tier: every page, and one of each role (author, reviewer, editor, operator, reader). */
export const FIRST_JOURNEYS = ['every-page', 'peer-review', 'state', 'smoke']

/** Which tier a run is of: `rest` is what the second has besides the first. */
export type Tier = 'first' | 'rest' | 'all'
