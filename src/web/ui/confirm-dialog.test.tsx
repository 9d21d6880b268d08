import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../client/api-error.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

test('shows why what was confirmed failed, and can be tried again', async () => {
  const onConfirm = vi
    .fn()
    .mockRejectedValueOnce(new ApiError(409, 'Nobody else could decide.'))
    .mockResolvedValueOnce(undefined)
  render(<ConfirmDialog title="Open this?" confirm="Open" onConfirm={onConfirm} onClose={() => {}} children="Sure?" />)
  const confirm = screen.getByRole('button', { name: 'Open', hidden: true })
  expect(screen.queryByRole('alert', { hidden: true })).toBeNull()
  fireEvent.click(confirm)
  await vi.waitFor(() =>
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('Nobody else could decide.'),
  )
  fireEvent.click(confirm)
  await vi.waitFor(() => expect(screen.queryByRole('alert', { hidden: true })).toBeNull())
  expect(onConfirm).toHaveBeenCalledTimes(2)
})
