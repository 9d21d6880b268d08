import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

export const root = join(import.meta.dirname, '..', '..')
const stamp = join(root, 'build', '.made-from')

/** The sources of the browser's files, without tests. */
const SOURCES = [
  'public/**/*',
  'src/web/**/*',
  'src/contract/**/*',
  'vite.config.ts',
  'scripts/tasks/site-build.ts',
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

/** A hundredth larger than with 11, in a third of the time. */
const QUALITY = 10

/** Puts a Brotli form beside each text file of a folder, as `NAME.br`: no reader waits for it, nor gets a lighter one. */
function compressFiles(folder: string): void {
  for (const file of globSync('**/*.{js,css,svg,webmanifest}', { cwd: folder })) {
    const path = join(folder, file)
    const bytes = readFileSync(path)
    const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  }
}
