import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OwnFollow } from '../../../../contract/api/follows.ts'
import { OwnFollowView } from './own-follow-page.tsx'

const calls = vi.hoisted(() => ({ confirm: vi.fn(), stop: vi.fn() }))
vi.mock('../../../client/api.ts', () => ({ browserApi: { follows: calls } }))

const FOLLOW: OwnFollow = {
  ...{ id: 'f', email: 'zahra@readers.test', isConfirmed: false, others: [], with: [] },
  about: { scope: 'article', title: 'Sap flow in <i>Prosopis</i>', path: '/blog/a', rhythm: 'daily' },
}

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset().mockResolvedValue(FOLLOW)
})

const shown = (follow: OwnFollow) =>
  render(
    <MemoryRouter>
      <OwnFollowView
        shown={follow}
        sending={false}
        act={async (call) => {
          await call()
          return null
        }}
      />
    </MemoryRouter>,
  )
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('opening the page sends nothing; following begins with a press', async () => {
  shown(FOLLOW)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Do you want these emails?')
  expect(calls.confirm).not.toHaveBeenCalled()
  await press('Yes, Write to Me')
  expect(calls.confirm).toHaveBeenCalledWith({})
})

test('what is followed can be ended, each and all', async () => {
  const other = { id: 'o', about: { ...FOLLOW.about, title: 'Roots', path: '/blog/b' } }
  shown({ ...FOLLOW, isConfirmed: true, others: [other] })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You follow')
  await press('Stop Following')
  expect(calls.stop).toHaveBeenLastCalledWith({ id: 'f' })
  await press('Stop following it')
  expect(calls.stop).toHaveBeenLastCalledWith({ id: 'o' })
  await press('Stop All')
  expect(calls.stop).toHaveBeenLastCalledWith({ id: null })
})

test('what was asked for together is named before it is confirmed together', () => {
  const category = { scope: 'category' as const, title: 'Ecology', path: '/category/c', rhythm: 'monthly' as const }
  shown({ ...FOLLOW, about: { ...category, title: 'Botany' }, with: [category] })
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Botany', 'Ecology'])
  expect(document.body.textContent).toContain('You get one email once a month')
})
