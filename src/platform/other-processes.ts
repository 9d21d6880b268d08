import cluster from 'node:cluster'

/** How long the other processes have to answer. */
const PATIENCE_MS = 1_500

/** What processes say to each other by way of the one that supervises them. */
export type ProcessMessage =
  | { metrics: 'asked'; by: number; question: number }
  | { metrics: 'others'; question: number; count: number }
  | { metrics: 'answered'; by: number; question: number; values: unknown }

export const isProcessMessage = (message: unknown): message is ProcessMessage =>
  typeof message === 'object' && message !== null && 'metrics' in message

interface Open {
  wanted: number | undefined
  values: unknown[]
  done: () => void
}

/** Asks the other processes of this server for their metrics, and answers their questions. */
export class OtherProcesses {
  readonly #open = new Map<number, Open>()
  #question = 0

  constructor(own: () => Promise<unknown>) {
    if (!cluster.isWorker) return
    process.on('message', (message: unknown) => {
      if (!isProcessMessage(message)) return
      if (message.metrics === 'asked') {
        const { by, question } = message
        own().then(
          (values) => process.send?.({ metrics: 'answered', by, question, values } satisfies ProcessMessage),
          () => {},
        )
        return
      }
      const open = this.#open.get(message.question)
      if (!open) return
      if (message.metrics === 'others') open.wanted = message.count
      else open.values.push(message.values)
      if (open.wanted !== undefined && open.values.length >= open.wanted) open.done()
    })
  }

  /** What the others answer in time: a process that hangs or has just ended is missing. */
  async ask(): Promise<unknown[]> {
    if (!cluster.isWorker) return []
    const question = ++this.#question
    const values: unknown[] = []
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS)
      const done = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#open.set(question, { wanted: undefined, values, done })
      process.send?.({ metrics: 'asked', by: cluster.worker!.id, question } satisfies ProcessMessage)
    })
    this.#open.delete(question)
    return values
  }
}
