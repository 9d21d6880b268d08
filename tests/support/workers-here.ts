import { pathToFileURL } from 'node:url'
import { WorkerProcesses, type Workers } from '../../src/platform/workers/workers.ts'

const processes = new WorkerProcesses()
/** It limits what the library reads at all, which would hold for all others here. */
const NEVER_HERE = /(?:prepare-figure|pictures.prepare-task)\.ts$/

/** Does tasks in this process: starting others for each takes longer than most tests. */
export const workersHere: Workers = {
  ask: async (task, given = {}) => {
    const { module } = task
    if (NEVER_HERE.test(module)) return processes.ask(task, given)
    const { asked = null, content = new Uint8Array() } = given
    const bytes = typeof content === 'function' ? Buffer.concat((await content().toArray()) as Buffer[]) : content
    const { default: work } = (await import(pathToFileURL(module).href)) as {
      default: (content: Buffer, asked: unknown) => unknown
    }
    try {
      // What goes to a process and comes back is a copy.
      return structuredClone(await work(Buffer.from(bytes), structuredClone(asked)))
    } catch {
      return undefined
    }
  },
  end: () => {},
}
