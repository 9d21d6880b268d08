/** Has a task done, and says by which process; then it stays until it is killed. */
import { WorkerProcesses } from '../../src/platform/workers/workers.ts'
import { useDefaultJournal } from './default-journal.ts'

useDefaultJournal()

const workers = new WorkerProcesses()
process.send!(await workers.ask({ module: process.argv[2]!, timeoutMs: 10_000, isReused: true }))
setInterval(() => {}, 1000)
