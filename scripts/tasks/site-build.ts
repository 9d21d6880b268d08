import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compressFiles } from './compress-files.ts'

export const root = join(import.meta.dirname, '..', '..')
const stamp = join(root, 'build', '.made-from')

/** The sources of the browser's files, without tests. */
const SOURCES = [
  'public/**/*',
  'src/web/**/*',
  'src/contract/**/*',
  'journal.config.ts',
  'vite.config.ts',
  'scripts/tasks/compress-files.ts',
  'scripts/tasks/cut-fonts.ts',
  'react-router.config.ts',
  'package-lock.json',
]

function sourceState(): string {
  const hash = createHash('sha256')
  for (const file of globSync(SOURCES, { cwd: root }).sort()) {
    if (/\.test\.tsx?$/.test(file)) continue
    const stat = statSync(join(root, file))
    if (stat.isFile()) hash.update(`${file} ${stat.size} ${stat.mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Builds the site's pages and browser files. Throws if the build fails. */
export function build(): void {
  const state = sourceState()
  const cli = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const done = spawnSync(process.execPath, [cli, 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (done.status !== 0) throw new Error(`The site could not be built.\n${done.stdout}${done.stderr}`)
  compressFiles(join(root, 'build', 'client'))
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, state)
}

/** Builds only if a source has changed since the last build. */
export function buildIfNeeded(): void {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceState()) return
  process.stdout.write('Building the site.\n')
  build()
}
