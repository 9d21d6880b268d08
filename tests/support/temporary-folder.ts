import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A temporary folder for tests, removed after the run even if they fail. */
    temporaryFolder: string
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'journal-test-'))
  project.provide('temporaryFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
