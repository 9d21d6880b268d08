import { expect, test } from 'vitest'
import { folioOf } from './folio.ts'

const of = (tags: Record<string, string>) => folioOf((name) => tags[name], 'https://journal.test/blog/x')

test.each([
  [
    { journal_title: 'Plants', volume: '3', issue: '2', firstpage: '14', doi: '10.5555/a' },
    'Plants 3(2):14 · doi.org/10.5555/a',
  ],
  [{ journal_title: 'Plants', volume: '3', firstpage: '14' }, 'Plants 3:14 · https://journal.test/blog/x'],
  [{ journal_title: 'Plants', issue: '102' }, 'Plants 102 · https://journal.test/blog/x'],
  [{ journal_title: 'Plants' }, 'Plants · https://journal.test/blog/x'],
  [{}, 'https://journal.test/blog/x'],
])('the foot of a page of %o', (tags, folio) => expect(of(tags)).toBe(folio))
