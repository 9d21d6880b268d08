/**
 * The program of a worker: it does one task after the other, as `Workers` asks for them, and watches its own limits. Its
 * argument is the memory that it may take, in megabytes. A thread watches, because a task may block the main one.
 */
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { pathToFileURL } from 'node:url'
import { setJournal } from '../../contract/journal.ts'
import { type SentAnswer, type SentTask, TOO_MUCH_MEMORY } from './messages.ts'

type Work = (content: Buffer, asked: unknown) => unknown

const megabytesNow = (): number => process.memoryUsage.rss() / 1024 / 1024

if (isMainThread) work()
else watch()

function watch(): void {
  const most = Number(process.argv[2])
  let deadline: NodeJS.Timeout | undefined
  parentPort!.on('message', (timeoutMs: number | null) => {
    clearTimeout(deadline)
    if (timeoutMs !== null) deadline = setTimeout(() => process.kill(process.pid, 'SIGKILL'), timeoutMs)
  })
  setInterval(() => {
    if (megabytesNow() > most) process.kill(process.pid, TOO_MUCH_MEMORY)
  }, 20)
}

function work(): void {
  // The journal's process has ended.
  process.on('disconnect', () => process.exit(0))
  const watching = new Worker(import.meta.filename, { argv: process.argv.slice(2) })
  process.on('message', (task: SentTask) => {
    watching.postMessage(task.timeoutMs)
    void answerTo(task).then((answer) => {
      watching.postMessage(null)
      process.send?.({ answer, megabytes: megabytesNow() } satisfies SentAnswer)
    })
  })
}

/** What it throws ends the process: the answer is that there is none. */
async function answerTo({ module, asked, content, bytes, journal }: SentTask): Promise<unknown> {
  setJournal(() => journal)
  const given = content ? Buffer.from(content) : Buffer.concat((await process.stdin.toArray()) as Buffer[])
  if (bytes !== null && given.length !== bytes) throw new Error('The content did not arrive whole.')
  const { default: done } = (await import(pathToFileURL(module).href)) as { default: Work }
  return done(given, asked)
}
