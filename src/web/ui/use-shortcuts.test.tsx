import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SINGLE_KEYS } from '../client/storage.ts'
import { useShortcuts } from './use-shortcuts.ts'

const pressed = vi.fn()
const sent = vi.fn()

function Page() {
  const { on, turn } = useShortcuts({ j: () => pressed('j'), '1': () => pressed('1') }, sent)
  return (
    <>
      <textarea aria-label="Letter" />
      <input type="radio" aria-label="Decision" />
      <input type="checkbox" aria-label="Keys" checked={on} onChange={({ target }) => turn(target.checked)} />
    </>
  )
}

const press = (key: string, options = {}, on: Element = document.body) => fireEvent.keyDown(on, { key, ...options })

afterEach(() => {
  pressed.mockReset()
  sent.mockReset()
  document.querySelector('dialog')?.remove()
})

describe('shortcuts', () => {
  test('do what their keys stand for, and nothing with other keys', () => {
    render(<Page />)
    press('j')
    press('x')
    press('toString')
    press('1', { ctrlKey: true })
    press('j', { altKey: true })
    expect(pressed.mock.calls).toEqual([['j']])
  })

  test('leave single keys to someone who types; Ctrl and Enter send everywhere, once', () => {
    render(<Page />)
    const letter = screen.getByLabelText('Letter')
    press('j', {}, letter)
    press('Enter', { ctrlKey: true }, letter)
    press('Enter', { ctrlKey: true, repeat: true }, letter)
    press('Enter', { metaKey: true, isComposing: true }, letter)
    expect(pressed).not.toHaveBeenCalled()
    expect(sent).toHaveBeenCalledTimes(1)
  })

  test('work on a choice that has the focus', () => {
    render(<Page />)
    press('1', {}, screen.getByLabelText('Decision'))
    expect(pressed).toHaveBeenCalledWith('1')
  })

  test('wait while a dialog is open', () => {
    render(<Page />)
    document.body.insertAdjacentHTML('beforeend', '<dialog open></dialog>')
    press('j')
    press('Enter', { ctrlKey: true })
    expect(pressed).not.toHaveBeenCalled()
    expect(sent).not.toHaveBeenCalled()
  })

  test('can be turned off for this device, except the one that sends', () => {
    render(<Page />)
    fireEvent.click(screen.getByLabelText('Keys'))
    expect(localStorage.getItem(SINGLE_KEYS)).toBe('off')
    press('j')
    press('Enter', { ctrlKey: true })
    expect(pressed).not.toHaveBeenCalled()
    expect(sent).toHaveBeenCalled()
    fireEvent.click(screen.getByLabelText('Keys'))
    press('j')
    expect(pressed).toHaveBeenCalledWith('j')
  })

  test('are off where they were turned off before', () => {
    localStorage.setItem(SINGLE_KEYS, 'off')
    render(<Page />)
    press('j')
    expect(pressed).not.toHaveBeenCalled()
  })

  test('work where storage is blocked', () => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse })
    render(<Page />)
    press('j')
    expect(pressed).toHaveBeenCalledWith('j')
    vi.unstubAllGlobals()
  })
})
