import { afterEach } from 'vitest'
import { useDefaultJournal } from './default-journal.ts'
import { untilMidnightIsPast } from './midnight.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** How often it was tried again: what passes then is flaky, and said to be. */
    retries?: number
  }
}

useDefaultJournal()
await untilMidnightIsPast(45_000)

afterEach(({ task }) => {
  if (task.result?.retryCount) task.meta.retries = task.result.retryCount
})
