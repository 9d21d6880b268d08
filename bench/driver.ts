/** Sends requests from a process of its own, so that its work is not measured with anybody else's. */
import { Client } from 'undici'
import type { Job, Outcome } from './load.ts'

process.on('message', (job: Job) => {
  run(job).then(
    (outcome) => process.send!(outcome),
    (error: unknown) => process.send!({ failure: String(error) }),
  )
})
process.on('disconnect', () => process.exit())

async function run({ origin, requests, connections, seconds }: Job): Promise<Outcome> {
  const times: number[] = []
  const wrong = new Map<string, number>()
  let bytes = 0
  let sent = 0
  const begun = performance.now()
  const end = seconds === undefined ? Infinity : begun + seconds * 1000
  const isOver = () => (seconds === undefined ? sent >= requests.length : performance.now() >= end)

  const one = (client: Client): Promise<void> => {
    const { path, headers = {}, status = 200 } = requests[sent++ % requests.length]!
    const at = performance.now()
    return new Promise((resolve) => {
      const finish = (what: string | null) => {
        if (what === null) times.push(performance.now() - at)
        else wrong.set(what, (wrong.get(what) ?? 0) + 1)
        resolve()
      }
      let answered = 0
      client.dispatch(
        { path, method: 'GET', headers },
        {
          onRequestStart: () => {},
          onResponseStart: (_controller, code) => {
            answered = code
          },
          onResponseData: (_controller, chunk) => {
            bytes += chunk.length
          },
          onResponseEnd: () => finish(answered === status ? null : `status ${answered} of ${path}`),
          onResponseError: (_controller, error) => finish(error.message),
        },
      )
    })
  }

  const clients = Array.from({ length: connections }, () => new Client(origin, { pipelining: 1 }))
  await Promise.all(
    clients.map(async (client) => {
      while (!isOver()) await one(client)
    }),
  )
  const elapsed = (performance.now() - begun) / 1000
  await Promise.all(clients.map((client) => client.close()))
  return { requests: times.length, bytes, seconds: elapsed, times, wrong: [...wrong] }
}
