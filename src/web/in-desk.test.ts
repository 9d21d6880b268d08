import { RouterContextProvider, type ClientLoaderFunctionArgs } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Duty } from '../contract/rules/accounts/duties.ts'
import { paths } from '../contract/rules/site/paths.ts'
import { apiOver } from './client/api-client.ts'
import { apiContext } from './client/api-context.ts'
import { ApiError } from './client/api-error.ts'
import { inDesk } from './in-desk.ts'

let held: Duty[]
let heldNow: Duty[]
vi.mock('./client/session.ts', async (original) => ({
  ...(await original<object>()),
  currentSession: () => ({ user: { id: 'one', role: 'author', fullName: 'Sana' }, duties: held }),
}))
const refreshNow = vi.hoisted(() => vi.fn<() => Promise<void>>())
vi.mock('./client/api.ts', () => ({ refreshNow, settleSession: () => Promise.resolve() }))

const open = (load: () => Promise<string>, path: string) => {
  const context = new RouterContextProvider()
  context.set(
    apiContext,
    apiOver(async () => ({ status: 200, body: null })),
  )
  const request = new Request(`https://journal.example.org${path}`)
  return inDesk(load)({ request, params: {}, context } as unknown as ClientLoaderFunctionArgs)
}
const refused = new ApiError(403, 'Not yours')
const load = vi.fn<() => Promise<string>>()
beforeEach(() => {
  load.mockReset()
  refreshNow.mockReset().mockImplementation(async () => void (held = heldNow))
})

const PAGES: [duty: Duty, path: string][] = [
  ['production', paths.deskProduction],
  ['production', `${paths.deskProduction}/one`],
  ['production', paths.deskVolumes],
  ['production', paths.deskVolume('one')],
  ['observer', paths.deskManuscripts],
  ['observer', paths.deskSettings],
  ['observer', paths.deskFigures],
  ['fees', paths.deskFees],
  ['section', paths.desk],
]

test.each(PAGES)('who no longer has the duty %s is led away from %s', async (duty, path) => {
  ;[held, heldNow] = [[duty], []]
  load.mockRejectedValue(refused)
  const left = await open(load, path).catch((thrown: unknown) => thrown)
  expect(left).toBeInstanceOf(Response)
  expect((left as Response).headers.get('location')).toBe(paths.unauthorized)
})

test('who has another duty for the page reads what is theirs', async () => {
  ;[held, heldNow] = [['section', 'fees'], ['fees']]
  load.mockImplementation(async () => {
    if (held.includes('section')) throw refused
    return 'what is left'
  })
  expect(await open(load, paths.desk)).toEqual({ data: 'what is left' })
})

test('another failure asks for no new token, and what stays refused is a failure of the page', async () => {
  held = heldNow = ['production']
  load.mockRejectedValueOnce(new ApiError(503, 'Away'))
  expect(await open(load, paths.deskProduction)).toMatchObject({ failure: { statusCode: 503 } })
  expect(refreshNow).not.toHaveBeenCalled()
  load.mockRejectedValue(refused)
  expect(await open(load, paths.deskProduction)).toMatchObject({ failure: { statusCode: 403 } })
  expect(refreshNow).toHaveBeenCalledTimes(1)
})
