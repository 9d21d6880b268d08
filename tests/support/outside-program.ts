import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

interface Outside {
  program: string
  args: string[]
  /** Its own, removed when it is closed. */
  folder: string
  environment?: Record<string, string>
  /** What is there once it works; null before. */
  ready: () => Promise<unknown>
}

/** Starts a program that is not the project's and waits until it works; throws with its own words if it does not. */
export async function startOutside({
  program,
  args,
  folder,
  environment,
  ready,
}: Outside): Promise<() => Promise<void>> {
  const server = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, ...environment },
  })
  let said = ''
  server.stderr.on('data', (part) => (said += String(part)))
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const close = async () => {
    server.kill('SIGKILL')
    await ended
    // Processes that it has started may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  for (const patience = Date.now() + 30_000; !(await ready());) {
    if (server.exitCode !== null || Date.now() > patience) {
      await close()
      throw new Error(`${program} did not start.\n${said}`)
    }
    await pause(50)
  }
  return close
}
