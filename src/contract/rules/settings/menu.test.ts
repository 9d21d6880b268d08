import { expect, test } from 'vitest'
import { DEFAULT_MENU, MENU_MAX, menuFault, shownMenu } from './menu.ts'

const entry = { group: 'read', to: '/about', label: 'About', place: 'menu' } as const

test('the menu that comes with the program is one, and an empty one too', () => {
  expect(menuFault(DEFAULT_MENU)).toBeNull()
  expect(menuFault([])).toBeNull()
})

test.each([[{ to: '/category/abc' }], [{ to: 'own-abcdefgh' }], [{ label: 'قواعد' }], [{ place: 'nowhere' }]])(
  '%o can be in it',
  (changed) => {
    expect(menuFault([{ ...entry, ...changed }])).toBeNull()
  },
)

test.each([
  [{ to: 'https://elsewhere.example' }],
  [{ to: '//elsewhere.example' }],
  [{ to: '/\\elsewhere.example' }],
  [{ to: '/nothing' }],
  [{ to: '/admin' }],
  [{ to: '/pages/data' }],
  [{ to: 'own-' }],
  [{ to: '__proto__' }],
  [{ to: '' }],
  [{ label: '' }],
  [{ label: ' About' }],
  [{ label: 'a'.repeat(61) }],
  [{ label: 'a\nb' }],
  [{ group: '__proto__' }],
  [{ place: 'everywhere' }],
  [{ more: 'than that' }],
])('%o cannot', (changed) => {
  expect(menuFault([{ ...entry, ...changed }])).not.toBeNull()
})

test('it is a list without an end or anything twice', () => {
  expect(menuFault([entry, entry])).toBe('About is in its group twice.')
  expect(menuFault([entry, { ...entry, group: 'about' }])).toBeNull()
  expect(menuFault([{ ...entry, label: 'About ' }])).toBe('Please leave out the blanks around “About”.')
  expect(menuFault([{ ...entry, label: ' ' }])).toBe(`The entry that leads to ${entry.to} needs a name.`)
  expect(
    menuFault(Array.from({ length: MENU_MAX + 1 }, (_, at) => ({ ...entry, to: `/category/${at}` }))),
  ).not.toBeNull()
  for (const value of [null, {}, 'menu', [null], [[]]]) expect(menuFault(value)).not.toBeNull()
})

test('readers see neither what is nowhere nor pages that have ended', () => {
  const own = { ...entry, to: 'own-abcdefgh' }
  const shown = shownMenu([entry, own, { ...entry, to: 'own-ended123' }, { ...entry, place: 'nowhere' }], (name) =>
    name === own.to ? '/pages/data' : undefined,
  )
  expect(shown.map(({ to }) => to)).toEqual(['/about', '/pages/data'])
})
