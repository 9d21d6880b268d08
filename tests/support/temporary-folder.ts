import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A temporary folder for tests, removed after the run even if they fail. */
    temporaryFolder: string
  }
}

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30

/** Where tests keep their data: in memory where there is enough, because the journal has each write brought to the disk. */
export function folderForData(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(folderForData(), 'journal-test-'))
  project.provide('temporaryFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
