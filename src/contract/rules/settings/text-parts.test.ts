import { expect, test } from 'vitest'
import { partsOf, sourceOf } from './text-parts.ts'

test.each(['We have ', ' We', 'We have received “{{title}}”', '', 'a: b'])(
  'what is typed in a line stays as it is, while it is typed: “%s”',
  (subject) => {
    const source = sourceOf({ head: { subject, description: 'Of it' }, body: 'Text.\n' })
    expect(partsOf(source)).toEqual({ head: { subject, description: 'Of it' }, body: 'Text.\n', gap: '\n' })
    expect(sourceOf(partsOf(source))).toBe(source)
  },
)

test('a text without lines at its top is its body', () => {
  expect(partsOf('---\nText.')).toEqual({ head: {}, body: '---\nText.', gap: '' })
})
