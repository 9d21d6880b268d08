import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isAllowed, licenceFaults, licencePage, type LockedPackage, type Lockfile } from './licence-report.ts'

const root = join(import.meta.dirname, '..', '..')
const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile

describe('licences of packages', () => {
  test('are all in the list', () => {
    expect(licenceFaults(lockfile)).toEqual([])
  })

  test('are what LICENCES.md lists (otherwise: npm run licences)', () => {
    expect(readFileSync(join(root, 'LICENCES.md'), 'utf8')).toBe(licencePage(lockfile))
  })

  const withPackage = (entry: LockedPackage) =>
    licenceFaults({ packages: { '': {}, 'node_modules/a/node_modules/@plants/fern': { version: '1.2.3', ...entry } } })

  test.each<[LockedPackage, string[]]>([
    [{}, ['@plants/fern 1.2.3 names no licence.']],
    [{ license: 'AGPL-3.0-only' }, ['@plants/fern 1.2.3 has a licence that is not in the list: AGPL-3.0-only.']],
    [{ license: 'UNLICENSED' }, ['@plants/fern 1.2.3 has a licence that is not in the list: UNLICENSED.']],
    [{ license: 'MIT' }, []],
  ])('one with %j is judged', (entry, faults) => expect(withPackage(entry)).toEqual(faults))

  test.each([
    ['MIT OR GPL-3.0-only', true],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT AND Zlib)', true],
    ['GPL-3.0-only OR (MIT AND AGPL-3.0-only)', false],
    ['MIT WITH something', false],
    ['MIT AND', false],
    ['(MIT', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['', false],
  ])('the expression %j: %s', (expression, met) => expect(isAllowed(expression, ['MIT', 'Zlib'])).toBe(met))
})
