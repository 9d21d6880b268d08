import { expect, test } from 'vitest'
import { joinedSource } from './joined-source.ts'
import { sourceOf } from './text-parts.ts'

const source = (subject: string, body: string) => sourceOf({ head: { subject }, body })

test('lines at the top and paragraphs are asked about where both have changed them, and written as they were chosen', () => {
  const {
    questions,
    taken,
    source: write,
  } = joinedSource(
    source('Hello', 'One\n\nTwo\n\nThree\n'),
    source('Hello!', 'One!\n\nTwo\n\nThree\n'),
    source('Hello?', 'One?\n\nTwo?\n\nThree\n'),
  )
  expect(questions).toEqual([
    { name: 'subject', base: 'Hello', mine: 'Hello!', theirs: 'Hello?' },
    { name: null, base: 'One', mine: 'One!', theirs: 'One?' },
  ])
  expect(taken).toBe(1)
  expect(write([])).toBe(source('Hello!', 'One!\n\nTwo?\n\nThree\n'))
  expect(write(['theirs', 'both'])).toBe(source('Hello?', 'One?\n\nOne!\n\nTwo?\n\nThree\n'))
  expect(write(['theirs', 'theirs'])).toBe(source('Hello?', 'One?\n\nTwo?\n\nThree\n'))
})

test('a line that one has added is there, and one that one has emptied is empty', () => {
  const join = (mine: Record<string, string>, theirs: Record<string, string>) =>
    joinedSource(
      sourceOf({ head: { title: 'T', constructor: 'x' }, body: '' }),
      sourceOf({ head: mine, body: '' }),
      sourceOf({ head: theirs, body: '' }),
    )
  const added = join({ title: 'T', constructor: 'x' }, { title: 'T', constructor: 'x', 'leads-to': '/about' })
  expect([added.questions, added.taken]).toEqual([[], 1])
  expect(added.source([])).toContain('leads-to: /about')
  expect(join({ title: '', constructor: 'x' }, { title: 'T', constructor: 'x' }).source([])).toContain('title: \n')
})
