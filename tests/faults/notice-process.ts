/** Does what is due for notices, in a separate process that a test can kill: WHERE is the database, AT the time. */
import { doiSettings } from '../../src/contract/rules/articles/doi.ts'
import { connect, type Where } from '../../src/platform/database/connect.ts'
import { lookAtDueNotices, type NoticeResources } from '../../src/journal/publication/notices/due.ts'
import { useDefaultJournal } from '../support/default-journal.ts'

useDefaultJournal()

const { WHERE = '', AT = '' } = process.env
// As in the test.
doiSettings().prefix = '10.5555'
const database = connect(JSON.parse(WHERE) as Where)
const log = { error: console.error, warn: console.error }
// The notices of the test bring no full text: nothing else is asked for.
const resources = { database, log, publicUrl: 'http://journal.test' } as unknown as NoticeResources
process.send?.('begun')
await lookAtDueNotices(resources, () => new Date(AT))
await database.close()
process.send?.('done')
