import { pathToFileURL } from 'node:url'
import type { Workers } from '../src/platform/workers/workers.ts'

/** Does tasks in this process: starting others for each takes longer than most tests. */
export const workersHere: Workers = {
  ask: async ({ module }, { asked = null, content = new Uint8Array() } = {}) => {
    const given = typeof content === 'function' ? Buffer.concat((await content().toArray()) as Buffer[]) : content
    const { default: work } = (await import(pathToFileURL(module).href)) as {
      default: (content: Buffer, asked: unknown) => unknown
    }
    try {
      // What goes to a process and comes back is a copy.
      return structuredClone(await work(Buffer.from(given), structuredClone(asked)))
    } catch {
      return undefined
    }
  },
  end: () => {},
}
