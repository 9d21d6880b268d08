/** Publishes settings again and again in a process that a test can kill: WHERE is the database. */
import { connect } from '../../src/platform/database/connect.ts'
import { textBuilder } from '../../src/app/open.ts'
import { CurrentJournal } from '../../src/journal/settings/current-journal.ts'
import { publish } from '../../src/journal/settings/publish.ts'
import { latestNumber } from '../../src/journal/settings/versions.ts'
import { changesOf } from './published-whole.ts'

const { WHERE = '{}' } = process.env
const database = connect(JSON.parse(WHERE) as Parameters<typeof connect>[0])
const builder = textBuilder()
await new CurrentJournal(database, builder).rule().read()
for (;;) {
  const base = await latestNumber(database.db)
  process.send?.('begun')
  const number = await database.transaction((tx) =>
    publish(tx, { textBuilder: builder }, { ...changesOf(base + 1), base, cause: 'edit', actorId: null }),
  )
  process.send?.(number)
}
