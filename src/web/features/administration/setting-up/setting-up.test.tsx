import { fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { SettingUp } from '../../../../contract/api/setting-up.ts'
import { STEP_IDS } from '../../../../contract/rules/settings/setting-up.ts'
import { SettingUpList } from './setting-up.tsx'

const steps: SettingUp['steps'] = STEP_IDS.map((id) => ({ id, state: 'open', note: '', said: null }))
const said = { by: 'Samina Farooqi', at: '2026-11-01T00:00:00.000Z' }
const show = (changed: SettingUp['steps']) => {
  const onMark = vi.fn()
  const element = <SettingUpList steps={changed} busy={false} onMark={onMark} />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  return onMark
}

test('says how far a journal is, with the page where each step is done', () => {
  show(
    steps.map((step) =>
      step.id === 'issn'
        ? { ...step, state: 'done' }
        : step.id === 'doi'
          ? { ...step, state: 'not planned', said }
          : step.id === 'board'
            ? { ...step, note: '3 people so far' }
            : step,
    ),
  )
  expect(screen.getByText(/^1 of 15 done, one step not planned\./)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'ISSN' })).toBeNull()
  expect(screen.getByText('Not planned, says Samina Farooqi')).toBeTruthy()
  expect(screen.getByText('3 people so far')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'First volume' }).getAttribute('href')).toBe('/admin/volumes')
})

test('only what no fact tells can be said to be done, and anything not to be planned', () => {
  const onMark = show(steps)
  fireEvent.click(screen.getByRole('button', { name: /^Done ?: Fees confirmed/ }))
  expect(onMark).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'fees' }), 'done')
  expect(screen.queryByRole('button', { name: /^Done ?: https/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Not Planned ?: https/ }))
  expect(onMark).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'https' }), 'not planned')
})
