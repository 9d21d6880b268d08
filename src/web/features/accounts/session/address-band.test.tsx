import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSession, updateUser } from '../../../client/session.ts'
import type { User } from '../../../../contract/api/users.ts'
import { AddressBand } from './address-band.tsx'

const user: User = {
  ...{ id: 'u1', fullName: 'Nasreen Baloch', email: 'nasren@plants.test', emailConfirmed: false, pendingEmail: null },
  ...{ username: 'nasreen', role: 'author', bio: null, location: null, phoneNumber: null, orc_id: null },
  ...{ orcidProven: false, createdAt: '2026-01-01T00:00:00.000Z', lastLogin: null },
}
const open = (user: User) =>
  openSession({
    accessToken: `x.${btoa(JSON.stringify({ sub: user.id, role: user.role }))}.x`,
    refreshToken: 'r',
    user,
  })
const show = () => act(async () => void render(<AddressBand />, { wrapper: MemoryRouter }))

describe('an address that is not confirmed', () => {
  // Loaded with the first call, which takes a while here.
  beforeAll(() => import('../../../../contract/api/api.ts'))
  let me = { ...user, isMailing: true }
  let asked: string[] = []
  beforeEach(() => {
    me = { ...user, isMailing: true }
    asked = []
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path)
      return Response.json(path.endsWith('/send') ? { message: 'On its way.' } : me)
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  test('is named on every page of the area, with another link and a way to change it', async () => {
    open(user)
    await show()
    expect((await screen.findByRole('region')).textContent).toContain('nasren@plants.test')
    expect(screen.getByRole('link', { name: 'Change the Address' })).toHaveProperty(
      'pathname',
      '/dashboard/edit-profile',
    )
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send the Link Again' })))
    expect(asked.filter((path) => path.endsWith('/auth/confirm-email/send'))).toHaveLength(1)
    me = { ...me, pendingEmail: 'nasreen@plants.test' }
    await act(async () => updateUser(me))
    await expect.poll(() => screen.getByRole('region').textContent).toContain('nasreen@plants.test')
  })

  test('is not claimed to have got a link as long as the journal cannot send email', async () => {
    open(user)
    me = { ...me, isMailing: false }
    await show()
    const { textContent } = await screen.findByRole('region')
    expect(textContent).toContain('The journal cannot send email at the moment. You get a link to nasren@plants.test')
    expect(textContent).not.toMatch(/have sent/)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('link', { name: 'Change the Address' })).toBeDefined()
    // It has been set up meanwhile.
    me = { ...me, isMailing: true }
    await act(async () => void window.dispatchEvent(new Event('focus')))
    await expect.poll(() => screen.getByRole('region').textContent).toContain('We have sent a link to')
  })

  test('is not spoken of any more once it is confirmed, here or in another browser', async () => {
    open(user)
    await show()
    await screen.findByRole('region')
    me = { ...me, emailConfirmed: true }
    await act(async () => void window.dispatchEvent(new Event('focus')))
    await expect.poll(() => screen.queryByRole('region')).toBeNull()
  })

  test('shows nothing to others, and asks nothing for them', async () => {
    open({ ...user, emailConfirmed: true })
    await show()
    expect(screen.queryByRole('region')).toBeNull()
    expect(asked).toEqual([])
  })
})
