import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagesOf, type Lockfile } from './licence-report.ts'
import { root } from './site-build.ts'

interface Bill {
  serialNumber?: string
  metadata: { timestamp?: string; component: { name: string; 'bom-ref': string } }
  components: { 'bom-ref': string; purl: string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * `npm run sbom -- FILE`: the packages that a running journal needs, as a software bill of materials (CycloneDX), made by
 * npm from the lockfile. The same lockfile gives the same bytes.
 */
function main(): void {
  const [file = 'sbom.cdx.json', ...more] = process.argv.slice(2)
  if (more.length) throw new Error('Please name one file: npm run sbom -- sbom.cdx.json')
  const bill = askNpm()
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }
  // npm takes the name of the folder, the time and a random number.
  bill.metadata.component.name = name
  delete bill.metadata.timestamp
  delete bill.serialNumber
  keepNeeded(bill)
  bill.components.sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1))
  bill.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bill))}`
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  process.stdout.write(`${file} lists ${bill.components.length} packages.\n`)
}

function askNpm(): Bill {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const npm = process.env.npm_execpath
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  const { status, stdout } = npm
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (status !== 0) throw new Error('npm could not make the list: please use npm 10 or later (npm --version).')
  return JSON.parse(stdout) as Bill
}

/** npm's own `--omit dev` leaves out what tests need, even if the journal needs it as well. */
function keepNeeded(bill: Bill): void {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
  const needed = new Set(packagesOf(lockfile).flatMap(({ name, version, dev }) => (dev ? [] : [purlOf(name, version)])))
  bill.components = bill.components.filter(({ purl }) => needed.has(purl.replace(/[?#].*/, '')))
  const kept = new Set(bill.components.map((one) => one['bom-ref']))
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref) || ref === bill.metadata.component['bom-ref'])
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)).sort() }))
    .sort((a, b) => (a.ref < b.ref ? -1 : 1))
}

const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** A number of the form that the format asks for (a UUID of version 8) which only the content decides. */
function uuidOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

try {
  main()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
