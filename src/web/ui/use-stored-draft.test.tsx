import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { useStoredDraft } from './use-stored-draft.ts'

const KEY = 'journal:draft:of-the-test'
const Draft = z.object({ text: z.string(), files: z.array(z.object({ url: z.string() })) })
const NOTHING: z.infer<typeof Draft> = { text: '', files: [] }

const open = () => renderHook(() => useStoredDraft(KEY, Draft, NOTHING))
const stored = () => localStorage.getItem(KEY)
const settle = () => act(() => vi.advanceTimersByTime(1000))
/** What a browser tells the other tabs. */
const fromAnotherTab = (value: string | null) =>
  act(() => {
    if (value === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, value)
    window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: value }))
  })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a draft on this device', () => {
  test('is found again', () => {
    const { result, unmount } = open()
    act(() => result.current.change({ text: 'Pennisetum' }))
    settle()
    expect(JSON.parse(stored()!)).toEqual({ text: 'Pennisetum', files: [] })
    expect(result.current.savedAt).not.toBeNull()
    unmount()
    expect(open().result.current.value.text).toBe('Pennisetum')
  })

  test('is saved at once when the page is left, and when its form goes', () => {
    const { result, unmount } = open()
    act(() => result.current.change({ text: 'one' }))
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(stored()).toContain('one')
    act(() => result.current.change({ text: 'two' }))
    unmount()
    expect(stored()).toContain('two')
  })

  test('leaves nothing behind if nothing is typed, or nothing is left of it', () => {
    const { result } = open()
    settle()
    expect(stored()).toBeNull()
    act(() => result.current.change({ text: 'a' }))
    settle()
    act(() => result.current.change({ text: '' }))
    settle()
    expect(stored()).toBeNull()
  })

  test('keeps each field that fits, whatever became of the others', () => {
    localStorage.setItem(KEY, JSON.stringify({ text: 'typed', files: 'none', __proto__: 1, former: 2 }))
    expect(open().result.current.value).toEqual({ text: 'typed', files: [] })
    localStorage.setItem(KEY, '{"text":')
    expect(open().result.current.value).toEqual(NOTHING)
    localStorage.setItem(KEY, '"text"')
    expect(open().result.current.value).toEqual(NOTHING)
  })

  test('is removed once it was sent, and stays away', () => {
    const { result, unmount } = open()
    act(() => result.current.change({ text: 'sent' }))
    settle()
    act(() => result.current.clear())
    settle()
    unmount()
    expect(stored()).toBeNull()
  })

  test('shows what another tab has typed or sent', () => {
    const { result } = open()
    fromAnotherTab('{"text":"from there","files":[]}')
    expect(result.current.value.text).toBe('from there')
    settle()
    expect(stored()).toContain('from there')
    fromAnotherTab(null)
    expect(result.current.value).toEqual(NOTHING)
    settle()
    expect(stored()).toBeNull()
  })

  test('does not write over another tab unless it was typed in', () => {
    const first = open()
    act(() => first.result.current.change({ text: 'mine' }))
    settle()
    localStorage.setItem(KEY, '{"text":"theirs","files":[]}')
    act(() => void window.dispatchEvent(new Event('pagehide')))
    first.unmount()
    expect(stored()).toContain('theirs')
  })

  test('keeps what is being typed when another tab saves', () => {
    const { result } = open()
    act(() => result.current.change({ text: 'in the middle of a w' }))
    fromAnotherTab('{"text":"other","files":[]}')
    expect(result.current.value.text).toBe('in the middle of a w')
    settle()
    expect(stored()).toContain('in the middle')
  })

  test('works where storage is blocked or full, and says so', () => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    const { result, unmount } = open()
    act(() => result.current.change({ text: 'typed' }))
    settle()
    expect(result.current).toMatchObject({ value: { text: 'typed' }, isRefused: true, savedAt: null })
    act(() => result.current.clear())
    unmount()
    vi.unstubAllGlobals()
  })
})
