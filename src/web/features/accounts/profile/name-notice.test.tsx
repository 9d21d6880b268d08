import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '../../../../contract/api/users.ts'
import { DEFAULT_NAME } from '../../../../contract/rules/accounts/users.ts'
import { openSession } from '../../../client/session.ts'
import { NameNotice } from './name-notice.tsx'

const user: User = {
  ...{ id: 'u1', fullName: DEFAULT_NAME, email: 'editor@plants.test', emailConfirmed: true, pendingEmail: null },
  ...{ username: 'editor', role: 'admin', bio: null, location: null, phoneNumber: null, orc_id: null },
  ...{ orcidProven: false, createdAt: '2026-01-01T00:00:00.000Z', lastLogin: null },
}
const open = (user: User) =>
  openSession({
    accessToken: `x.${btoa(JSON.stringify({ sub: user.id, role: user.role }))}.x`,
    refreshToken: 'r',
    user,
  })
const show = () => act(async () => void render(<NameNotice />, { wrapper: MemoryRouter }))
const save = async (name: string) => {
  fireEvent.input(screen.getByLabelText('What is your name?'), { target: { value: name } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save Name' })))
}

describe('an administrator without a name', () => {
  // Loaded with the first call, which takes a while here.
  beforeAll(() => import('../../../../contract/api/api.ts'))
  let named: unknown[] = []
  beforeEach(() => {
    named = []
    vi.stubGlobal('fetch', async (_path: string, { body }: { body?: string } = {}) => {
      if (body === undefined) return Response.json(user)
      named.push(JSON.parse(body))
      return Response.json({ ...user, ...(JSON.parse(body) as object) })
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  test('is asked for it until it is given, and not with the name of the default account', async () => {
    open(user)
    await show()
    await save(DEFAULT_NAME)
    expect(screen.getByText('Please enter your own name')).toBeTruthy()
    expect(named).toEqual([])
    await save('Samina Farooqi')
    await expect.poll(() => named).toMatchObject([{ fullName: 'Samina Farooqi' }])
    await expect.poll(() => screen.queryByRole('form')).toBeNull()
  })

  test('is the only one who is asked', async () => {
    open({ ...user, fullName: 'Samina Farooqi' })
    await show()
    expect(screen.queryByRole('form')).toBeNull()
  })
})
