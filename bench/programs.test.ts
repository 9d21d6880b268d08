import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function until(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 20))
}

// What ends a program with the benchmark is a shell on Linux.
test.skipIf(!existsSync('/usr/bin/setsid'))('nothing outlives a benchmark that is killed', async () => {
  const temporary = mkdtempSync(join(inject('temporaryFolder'), 'bench-'))
  const program = `
    const { startProgram, temporaryFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'programs.ts'))})
    const folder = temporaryFolder()
    // A shell that does not pass signals on, with a child of its own.
    const { pid, says } = await startProgram(['/bin/sh', '-c', 'sleep 100 & echo child $!; wait'])
    console.log(JSON.stringify({ folder, pids: [pid, Number((await says(/child (\\d+)/))[1])] }))
    setInterval(() => {}, 1000)`
  const bench = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve) =>
    bench.stdout.once('data', (part: Buffer) => resolve(String(part))),
  )
  const { folder, pids } = JSON.parse(line) as { folder: string; pids: number[] }
  expect(existsSync(folder)).toBe(true)
  expect(pids.every(isRunning)).toBe(true)
  bench.kill('SIGKILL')
  await until(() => !pids.some(isRunning) && !existsSync(folder))
})
