import { isMainThread, Worker } from 'node:worker_threads'

if (!isMainThread) {
  const [, , megabytes = '', milliseconds = ''] = process.argv
  const end = () => process.kill(process.pid, 'SIGKILL')
  setTimeout(end, Number(milliseconds))
  setInterval(() => {
    if (process.memoryUsage.rss() > Number(megabytes) * 1024 * 1024) end()
  }, 20)
}

/**
 * For the programs that `askProcess` starts: ends this process when it exceeds its limits, also when the parent is
 * gone. A worker thread watches, because the work may block its own.
 */
export function keepLimits(): void {
  new Worker(import.meta.filename, { argv: process.argv.slice(2) })
}
