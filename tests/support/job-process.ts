/** Does jobs like a server of its own until it is killed: each is noted in the transaction that finishes it. */
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Where } from '../../src/platform/database/connect.ts'
import { now } from '../../src/platform/ids.ts'
import { finishJob } from '../../src/platform/jobs/queue.ts'
import { runDueJobs } from '../../src/platform/jobs/run.ts'
import { useDefaultJournal } from './default-journal.ts'

useDefaultJournal()

const database = connect(JSON.parse(process.env.JOBS_WHERE!) as Where)
const log = { error: console.error, warn: console.error }
process.send!('ready')
await runDueJobs(
  { database, log },
  {
    ...{ kind: 'texts', pausesMs: [60_000, 60_000, 60_000, 60_000], leaseMs: 60_000 },
    run: async (job) => {
      await pause(5)
      return database.transaction(async (tx) => {
        await tx.insertInto('warnings_sent').values({ about: job.subject, at: now() }).execute()
        await pause(2)
        return finishJob(tx, job)
      })
    },
  },
)
