import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useAfterPress } from './use-after-press.ts'

test('what is under the mouse stays until it is let go and the click has come', () => {
  vi.useFakeTimers()
  const work = vi.fn()
  let afterPress: (work: () => void) => void
  const Field = () => {
    afterPress = useAfterPress()
    return null
  }
  const { unmount } = render(<Field />)
  const pointer = (kind: string) => act(() => void window.dispatchEvent(new Event(kind)))

  afterPress!(work)
  expect(work).toHaveBeenCalledTimes(1)

  pointer('pointerdown')
  afterPress!(work)
  expect(work).toHaveBeenCalledTimes(1)
  pointer('pointerup')
  expect(work).toHaveBeenCalledTimes(1)
  vi.runAllTimers()
  expect(work).toHaveBeenCalledTimes(2)
  pointer('pointerup')
  vi.runAllTimers()
  expect(work).toHaveBeenCalledTimes(2)
  unmount()
  vi.useRealTimers()
})
