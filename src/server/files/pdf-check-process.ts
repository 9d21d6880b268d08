/**
 * The program of the process that `PdfCheck` starts: parses one PDF and sends what it found. It can
 * hang, die or run out of memory without harm; who started it waits only so long.
 */
import { readFileSync } from 'node:fs'
import { isMainThread, Worker } from 'node:worker_threads'

const [, , path = '', megabytes = '', milliseconds = ''] = process.argv

if (isMainThread) {
  // The parser cannot look up from its work: a thread beside it ends the process when it takes too much,
  // also when nobody waits for it any more.
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
