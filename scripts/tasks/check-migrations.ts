import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PUBLISHED } from '../../src/platform/database/published.ts'
import { root } from './site-build.ts'

// Part of `npm run check`: no published migration has been edited, and each one is listed as published.
// Imports are left out: a module that a migration takes types from may move.
const folder = join(root, 'src', 'platform', 'database', 'migrations')
const hashes = globSync('*.ts', { cwd: folder })
  .toSorted()
  .map((file) => {
    const source = readFileSync(join(folder, file), 'utf8').replace(/^import [^;]*? from '.*'\n/gm, '')
    return [basename(file, '.ts'), createHash('sha256').update(source).digest('hex').slice(0, 16)] as const
  })

const edited = hashes.filter(([name, hash]) => name in PUBLISHED && PUBLISHED[name] !== hash)
const unlisted = hashes.filter(([name]) => !(name in PUBLISHED))
const missing = Object.keys(PUBLISHED).filter((name) => !hashes.some(([one]) => one === name))
for (const [name] of edited) say(`${name} was edited after it had been published: put it back, and add the next one.`)
for (const name of missing) say(`${name} was published and is missing.`)
if (unlisted.length) {
  say('New migrations are listed in src/platform/database/published.ts:')
  for (const [name, hash] of unlisted) say(`  '${name}': '${hash}',`)
}
process.exitCode = edited.length || missing.length || unlisted.length ? 1 : 0

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
