/**
 * The program of the process that `PdfCheck` starts: parses one PDF and reports its findings. It may hang,
 * crash or run out of memory without harm, because the parent only waits for a limited time.
 */
import { readFileSync } from 'node:fs'
import { isMainThread, Worker } from 'node:worker_threads'

const [, , path = '', megabytes = '', milliseconds = ''] = process.argv

if (isMainThread) {
  // The parser blocks its thread: a worker thread ends the process when it exceeds the limits, also when the
  // parent is gone.
  new Worker(import.meta.filename, { argv: process.argv.slice(2) })
  const { pdfFindings } = await import('./pdf-findings.ts')
  process.send?.(await pdfFindings(readFileSync(path)))
} else {
  const end = () => process.kill(process.pid, 'SIGKILL')
  setTimeout(end, Number(milliseconds))
  setInterval(() => {
    if (process.memoryUsage.rss() > Number(megabytes) * 1024 * 1024) end()
  }, 20)
}
