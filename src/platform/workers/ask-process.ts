import { fork } from 'node:child_process'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface ProcessLimits {
  memoryMegabytes: number
  timeoutMs: number
}

/**
 * Has untrusted content read by a program in a process of its own, which may hang, crash or run out of memory
 * without harm, and has none of this process's settings. Its arguments are the limits, then `args`; its standard
 * input is `input`. Resolves with its first message, which may be anything; undefined without one.
 */
export function askProcess(
  program: string,
  { memoryMegabytes, timeoutMs }: ProcessLimits,
  { args = [], input, deadline }: { args?: string[]; input?: Readable; deadline: AbortSignal },
): Promise<unknown> {
  return new Promise((resolve) => {
    const child = fork(program, [String(memoryMegabytes), String(timeoutMs), ...args], {
      // No settings are inherited; programs on Windows do not start without this one.
      env: { SystemRoot: process.env.SystemRoot },
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${memoryMegabytes / 2}`],
      stdio: [input ? 'pipe' : 'ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      signal: deadline,
      killSignal: 'SIGKILL',
    })
    let answer: unknown
    child.on('message', (message) => {
      answer = message
      child.kill('SIGKILL')
    })
    // It could not be started, or was ended by the deadline.
    child.on('error', () => {
      input?.destroy()
      resolve(undefined)
    })
    child.on('exit', () => resolve(answer))
    // It may end before it has read everything.
    if (input) pipeline(input, child.stdin!).catch(() => {})
  })
}
