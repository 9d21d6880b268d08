import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from './site-build.ts'

// Pages are updated in the browser at once; a change of the server's own files restarts it. Node's own
// --watch would also react to the build tool's temporary files and restart endlessly.
const SERVER_FILES = ['src', 'content', 'journal.config.ts']
const SETTLE_MS = 150

let server: ChildProcess
let restarting: NodeJS.Timeout | undefined

function start(): void {
  server = spawn(process.execPath, [join(import.meta.dirname, 'dev-server.ts')], { stdio: 'inherit' })
}

function restart(): void {
  clearTimeout(restarting)
  restarting = setTimeout(() => {
    if (server.exitCode !== null || server.signalCode !== null) return start()
    server.once('exit', start)
    server.kill()
  }, SETTLE_MS)
}

start()
for (const path of SERVER_FILES) {
  watch(join(root, path), { recursive: true }, (_event, file) => {
    if (!file?.endsWith('.test.ts')) restart()
  })
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    server.kill(signal)
    process.exit(0)
  })
}
