import type { Journal } from '../../contract/journal.ts'

/** A task as it is sent: the path of its module, what is asked, and the content unless it comes by standard input. */
export interface SentTask {
  module: string
  asked: unknown
  content: Uint8Array | null
  /** The length of what comes by standard input: what could not be read to its end must not pass for something shorter. */
  bytes: number | null
  timeoutMs: number
  /** The journal as it was when the task was given. */
  journal: Journal
}

export interface SentAnswer {
  answer: unknown
  /** What the process holds, in megabytes: one that has grown is not used again. */
  megabytes: number
}

/** The signal by which a process ends that takes too much memory; one that takes too long ends by SIGKILL. */
export const TOO_MUCH_MEMORY = 'SIGTERM'
