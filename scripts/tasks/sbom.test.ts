import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { packagesOf, type Lockfile } from './licence-report.ts'

const task = join(import.meta.dirname, 'sbom.ts')
const root = join(import.meta.dirname, '..', '..')
const version = spawnSync('npm', ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' }).stdout ?? ''
const tooOld = Number(version.split('.')[0]) < 10

test.skipIf(tooOld)(
  `npm run sbom lists exactly the packages that the running journal needs, in the same bytes each time${tooOld ? ` (left out: npm ${version.trim()} cannot make it)` : ''}`,
  () => {
    const folder = mkdtempSync(join(inject('temporaryFolder'), 'sbom-'))
    const [first, second] = ['first.json', 'second.json'].map((name) => {
      const file = join(folder, name)
      const done = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', task, file], {
        encoding: 'utf8',
      })
      expect(done.stderr).toBe('')
      return readFileSync(file, 'utf8')
    })
    expect(second).toBe(first)
    const bill = JSON.parse(first!)
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'plant-journal' } } })
    const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
    const needed = packagesOf(lockfile).filter(({ dev }) => !dev)
    const named = bill.components.map((one: { name: string; version: string }) => `${one.name} ${one.version}`)
    expect(new Set(named)).toEqual(new Set(needed.map((one) => `${one.name} ${one.version}`)))
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  },
)
