/** Publishes the planned issues, one after the other, in a process that a test can kill: WHERE is the database. */
import type { Caller } from '../../src/platform/call.ts'
import { connect, type Where } from '../../src/platform/database/connect.ts'
import { keepNothing } from '../../src/journal/publication/files/stored-files.ts'
import { publishIssue } from '../../src/journal/publication/issues/publish-issue.ts'
import { doiSettings } from '../../src/contract/rules/articles/doi.ts'
import { useDefaultJournal } from '../support/default-journal.ts'

useDefaultJournal()
// As in the test.
doiSettings().prefix = '10.5555'

const { WHERE = '', CALLER = '' } = process.env
const database = connect(JSON.parse(WHERE) as Where)
const caller = JSON.parse(CALLER) as Caller
for (;;) {
  const issue = await database.db
    .selectFrom('volumes')
    .select('id')
    .where('state', '=', 'planned')
    .orderBy('created_at')
    .executeTakeFirst()
  if (!issue) break
  const held = await database.db
    .selectFrom('scheduled_articles')
    .select('article_id')
    .where('volume_id', '=', issue.id)
    .execute()
  process.send?.({ begun: issue.id })
  const articleIds = held.map(({ article_id }) => article_id)
  await database.transaction((tx) =>
    publishIssue(
      tx,
      caller,
      { id: issue.id, articleIds },
      { read: new Map(), made: new Map(), keeping: { keep: keepNothing, publicUrl: 'https://journal.example' } },
    ),
  )
  process.send?.({ published: issue.id })
}
