import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { readBoardHtml } from './read-board-html.ts'

// In a page, as in the browser.
afterEach(cleanup)

const read = (html: string) => {
  const { groups, people, terms } = readBoardHtml(html, 3)
  return people.map(({ id, name, affiliation }) => {
    const term = terms.find(({ personId }) => personId === id)!
    return [groups.find((group) => group.id === term.groupId)!.name, name, affiliation]
  })
}

test.each([
  [
    '<h2>Editor-in-Chief</h2><p><strong>Prof. Ann Moss</strong><br>Multan, Pakistan</p>',
    [['Editor-in-Chief', 'Prof. Ann Moss', 'Multan, Pakistan']],
  ],
  [
    '<h1>Editorial Board</h1><ul><li>Ann Moss, University of Multan, Pakistan</li><li><p>Bo Fern – Nairobi</p></li></ul>',
    [
      ['Editorial Board Members', 'Ann Moss', 'University of Multan, Pakistan'],
      ['Editorial Board Members', 'Bo Fern', 'Nairobi'],
    ],
  ],
  ['<h3>Staff</h3><p>…</p><p> </p><p>Gülşen Akdağ</p>', [['Staff', 'Gülşen Akdağ', '']]],
  ['plain words', []],
  ['', []],
])('%s', (html, people) => {
  expect(read(html)).toEqual(people)
})

test('what it reads runs nothing', () => {
  expect(read('<p><img src=x onerror="alert(1)">Ann <script>alert(1)</script>Moss</p>')[0]![1]).toMatch(/^Ann/)
})
