import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

beforeAll(() => import('./index.ts'))
beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `<main><a href="/blog">Articles</a></main>
    <details class="pop policies" open><summary>Policies</summary><a href="/peer-review">Peer review</a></details>
    <details class="pop" open><summary>Account</summary><a href="/dashboard">Dashboard</a></details>`
  // The browser does not leave the page.
  document.addEventListener('click', stay)
})
afterEach(() => {
  document.removeEventListener('click', stay)
  vi.runAllTimers()
  vi.useRealTimers()
})

let followed = false
function stay(event: Event): void {
  followed = !event.defaultPrevented
  event.preventDefault()
}
/** Whether a click on the link was followed. */
const click = (name: string) => {
  followed = false
  fireEvent.click(screen.getByText(name))
  return followed
}

test('after a policy was chosen, further clicks are ignored for 300 ms, and the menus are closed', () => {
  expect(click('Peer review')).toBe(true)
  expect(document.querySelectorAll('details[open]')).toHaveLength(0)
  expect(click('Articles')).toBe(false)
  vi.advanceTimersByTime(299)
  expect(click('Articles')).toBe(false)
  vi.advanceTimersByTime(1)
  expect(click('Articles')).toBe(true)
})

test('other links, and those of other menus, lock nothing', () => {
  expect(click('Dashboard')).toBe(true)
  expect(click('Articles')).toBe(true)
  expect(click('Peer review')).toBe(true)
})
