import { describe, expect, test } from 'vitest'
import type { OutlineSection } from '../../../../../contract/api/full-texts.ts'
import { floatsLabel, partTitle, placeHref } from './text-links.ts'

const section = (title: string, part: number, sections: OutlineSection[] = []): OutlineSection => ({
  ...{ id: title, part, number: '', title, sections },
})

test.each([
  [{ id: 's-1', part: 1 }, 1, '#s-1'],
  [{ id: 's-1', part: 1 }, 2, '/blog/x#s-1'],
  [{ id: 'ref-9', part: 3 }, 1, '/blog/x?page=3#ref-9'],
])('%o is found from part %i at %s', (place, shown, href) => {
  expect(placeHref('/blog/x', shown, place)).toBe(href)
})

describe('a part is called', () => {
  const sections = [section('Introduction', 1, [section('Aims', 1)]), section('Flora', 1, [section('Ferns', 2)])]
  test.each([
    ['by the first section that begins in it', 1, 'Introduction'],
    ['also one below a section that began before', 2, 'Ferns'],
    ['nothing if none does', 3, ''],
  ])('%s', (_name, part, title) => expect(partTitle(sections, part)).toBe(title))
})

test.each([
  [4, 4, '4 figures, 4 tables'],
  [1, 0, '1 figure'],
  [0, 1, '1 table'],
  [0, 0, ''],
])('%i figures and %i tables are "%s"', (figures, tables, label) => {
  expect(floatsLabel(figures, tables)).toBe(label)
})
