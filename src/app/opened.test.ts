import { afterEach, expect, test, vi } from 'vitest'
import { announce } from './processes.ts'

const administrator = { email: 'admin@example.org', password: 'not-for-any-log' }
const printedTo = (isTerminal: boolean): string => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  announce({ address: 'http://127.0.0.1:3000', administrator, samples: 0 }, isTerminal)
  return write.mock.calls.map(([text]) => String(text)).join('')
}
afterEach(() => {
  vi.restoreAllMocks()
})

test('the first administrator’s password is shown at a terminal', () => {
  expect(printedTo(true)).toContain('password not-for-any-log')
})

test('the first administrator’s password is never in a log: it says how to set one', () => {
  const printed = printedTo(false)
  expect(printed).not.toContain('not-for-any-log')
  expect(printed).toContain('npm run admin -- reset admin@example.org')
})
