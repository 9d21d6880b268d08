/** Takes the steps that are due, in a separate process that a test can kill: FILE is the database, AT the time. */
import { connect } from '../../src/platform/database/connect.ts'
import { takeDueSteps } from '../../src/journal/peer-review/cases/reminders.ts'
import { useDefaultJournal } from '../support/default-journal.ts'

useDefaultJournal()

const { FILE = '', AT = '' } = process.env
const database = connect({ file: FILE })
process.send?.('begun')
await takeDueSteps(database, { clock: () => new Date(AT) })
await database.close()
process.send?.('done')
