import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { licenceFaults, licencePage, packagesOf, type Lockfile } from './licence-report.ts'
import { root } from './site-build.ts'

// npm run licences: checks the licences of all packages, and writes LICENCES.md.
const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
const faults = licenceFaults(lockfile)
if (faults.length) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exitCode = 1
} else {
  writeFileSync(join(root, 'LICENCES.md'), licencePage(lockfile))
  process.stdout.write(`The licences of ${packagesOf(lockfile).length} packages are allowed. LICENCES.md is written.\n`)
}
