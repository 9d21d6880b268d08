import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/**
 * The shell ends the program when its input closes, which happens when the benchmark ends, even by kill -9, and
 * with the program whatever is left of its processes, which are one group. Signals of a terminal do not reach it: it has a session
 * of its own.
 */
const GUARD = `setsid "$@" </dev/null 3>&- & program=$!
  echo $program >&3; exec 3>&- 4<&0 >/dev/null 2>&1
  { cat <&4; kill -TERM $program; sleep 5; kill -KILL $program; } & guard=$!
  wait $program; code=$?
  kill $guard
  kill -KILL -$program
  exit $code`

export interface Program {
  /** Of the program itself, not of the shell around it. */
  pid: number
  /** What it has printed, for messages of failure. */
  said(): string
  /** Resolves with the first match in what it prints; rejects if it ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  hasEnded(): boolean
  /** Its exit code; above 128 if a signal has ended it. */
  ended: Promise<number>
  stop(): Promise<void>
}

export async function startProgram(command: string[], env: NodeJS.ProcessEnv = process.env): Promise<Program> {
  const shell = spawn('/bin/sh', ['-c', GUARD, 'guard', ...command], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
    env,
  })
  let said = ''
  let listen = () => {}
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (part: Buffer) => {
      said = (said + part.toString()).slice(-20_000)
      listen()
    })
  }
  let ended = false
  // `close`: all that it has said has been read by then.
  const end = new Promise<number>((resolve) => shell.once('close', (code) => resolve(code ?? 128)))
  void end.then(() => {
    ended = true
    listen()
  })
  shell.stdin.on('error', () => {})
  const pid = await new Promise<number>((resolve, reject) => {
    ;(shell.stdio[3] as Readable).once('data', (line: Buffer) => resolve(Number(line.toString())))
    shell.once('error', reject)
  })
  return {
    pid,
    said: () => said,
    hasEnded: () => ended,
    ended: end,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        listen = () => {
          const match = pattern.exec(said)
          if (match) resolve(match)
          else if (ended) reject(new Error(`${command.join(' ')} ended.\n${said}`))
        }
        listen()
      }),
    stop: async () => {
      shell.stdin.end()
      await end
    },
  }
}

/** A temporary folder that is removed when this process has ended, however it ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'journal-bench-'))
  // The pause lets the programs end that write to the folder.
  const remover = spawn('/bin/sh', ['-c', 'cat; sleep 1; rm -rf "$1"', 'remover', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  remover.unref()
  ;(remover.stdin as unknown as { unref(): void }).unref()
  return folder
}
