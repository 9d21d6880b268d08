/** One package of the lockfile. */
export interface LockedPackage {
  version?: string
  license?: string
  /** True for what only tests need. */
  dev?: boolean
  link?: boolean
}
export type Lockfile = { packages: Record<string, LockedPackage> }

/** Licences that ask for nothing but to be named. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]
/** Licences that bind those who change the package: the journal uses such packages as they are. */
const UNCHANGED_ONLY = ['CC-BY-4.0', 'CPAL-1.0', 'LGPL-3.0-or-later', 'MPL-2.0']

/**
 * Licences of packages whose description does not name one: read by a person from the package's own licence file. With
 * the version, so that another version is looked at again.
 */
const READ_BY_HAND: Record<string, string> = {
  'busboy@1.6.0': 'MIT',
  'duck@0.1.12': 'BSD-2-Clause',
  'humanize-number@0.0.2': 'MIT',
  'png-js@2.0.0': 'MIT',
  'streamsearch@1.1.0': 'MIT',
}

interface Licensed {
  name: string
  version: string
  licence: string | undefined
  dev: boolean
}

/** Every package of a lockfile once for each version, in order. */
export function packagesOf({ packages }: Lockfile): Licensed[] {
  const found = new Map<string, Licensed>()
  for (const [path, { version = '', license, dev = false, link }] of Object.entries(packages)) {
    if (path === '' || link) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const id = `${name}@${version}`
    const known = found.get(id)
    found.set(id, { name, version, licence: READ_BY_HAND[id] ?? license, dev: dev && (known?.dev ?? true) })
  }
  return [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

/** What is wrong with the licences, a line for each package; empty if nothing is. */
export const licenceFaults = (lockfile: Lockfile): string[] =>
  packagesOf(lockfile).flatMap(({ name, version, licence }) => {
    if (!licence) return [`${name} ${version} names no licence.`]
    return isAllowed(licence, [...PERMISSIVE, ...UNCHANGED_ONLY])
      ? []
      : [`${name} ${version} has a licence that is not in the list: ${licence}.`]
  })

/** Whether an expression (SPDX: names, AND, OR, brackets) can be met by licences of a list. */
export function isAllowed(expression: string, list: readonly string[]): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  const one = (): boolean => {
    const token = tokens.shift()
    if (token !== '(') return token !== undefined && list.includes(token)
    const inside = any()
    return tokens.shift() === ')' && inside
  }
  const all = (): boolean => {
    let met = one()
    while (tokens[0] === 'AND') {
      tokens.shift()
      met = one() && met
    }
    return met
  }
  const any = (): boolean => {
    let met = all()
    while (tokens[0] === 'OR') {
      tokens.shift()
      met = all() || met
    }
    return met
  }
  return any() && tokens.length === 0
}

/** The page about the licences of what the journal needs. */
export function licencePage(lockfile: Lockfile): string {
  const needed = packagesOf(lockfile).filter(({ dev }) => !dev)
  const groups = Map.groupBy(needed, ({ licence }) => licence ?? 'none')
  const largestFirst = [...groups].sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || compare(a, b))
  return [
    '# Licences of what the journal uses',
    '',
    'The packages that the journal needs to be built and to run, by licence; those that only tests need are left out.',
    'Some are for other systems than yours and are not installed. `npm run licences` writes this page and refuses a licence',
    'that nobody has looked at; `npm run sbom` writes the same packages as a bill of materials (CycloneDX).',
    ...largestFirst.flatMap(([licence, members]) => [
      '',
      `## ${licence} (${members.length})`,
      '',
      ...members.map(({ name, version }) => `- \`${name}\` ${version}`),
    ]),
    '',
  ].join('\n')
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
