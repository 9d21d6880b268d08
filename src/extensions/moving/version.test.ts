import { expect, test } from 'vitest'
import { refuseIncomplete, versionOf } from './version.ts'

const row = (version: string, more: object = {}) => {
  const [major = null, minor = null, revision = null, build = null] = version.split('.')
  return { ...{ major, minor, revision, build, product_type: 'core', product: 'ojs2', current: '1' }, ...more }
}
const refusal = (...rows: ReturnType<typeof row>[]) => {
  try {
    return versionOf(rows).text
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['2.4.0.0', '2.4'],
  ['2.4.8.5', '2.4'],
  ['3.0.2.0', '3.1'],
  ['3.1.2.4', '3.1'],
  ['3.2.1.5', '3.2'],
  ['3.3.0.22', '3.3'],
  ['3.4.0.10', '3.4'],
  ['3.5.0.5', '3.5'],
])('OJS %s has its data as %s', (text, family) => {
  expect(versionOf([row(text)])).toEqual({ text, family })
})

test.each([
  ['2.3.6.0', 'Versions before 2.4 are not read'],
  ['1.1.0.0', 'Versions before 2.4 are not read'],
  ['3.6.0.0', 'newer than this program knows'],
  ['4.0.0.0', 'newer than this program knows'],
  ['2.5.0.0', 'newer than this program knows'],
])('OJS %s is refused', (text, sentence) => {
  expect(refusal(row(text))).toContain(sentence)
})

test('the version in use counts, not earlier ones and not those of plugins', () => {
  const old = row('2.3.6.0', { current: '0' })
  const plugin = row('9.9.0.0', { product_type: 'plugins.generic' })
  expect(refusal(old, row('3.3.0.8'), plugin)).toBe('3.3.0.8')
  expect(refusal(row('3.3.0.8'), row('3.3.0.11'), row('3.2.1.0'))).toBe('3.3.0.11')
})

test('what is no OJS is refused by its name', () => {
  expect(refusal()).toContain('not of Open Journal Systems')
  expect(refusal(row('3.3.0.0', { product: 'omp' }))).toContain('Open Monograph Press')
  expect(refusal(row('3.3.0.0', { product: '__proto__' }))).toContain('not of Open Journal Systems')
  expect(refusal(row('3.3.0.0', { current: null }))).toContain('not of Open Journal Systems')
})

test('a dump of some tables is refused with those that are missing', () => {
  const version = versionOf([row('3.4.0.10')])
  expect(() => refuseIncomplete(version, (table) => table !== 'dois' && table !== 'users')).toThrow(
    /has: users, dois\./,
  )
  expect(() => refuseIncomplete(version, () => true)).not.toThrow()
})
