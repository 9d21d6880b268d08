import { expect, test } from 'vitest'
import { journal } from '../../../../journal.config.ts'
import { useDefaultJournal } from '../../../../tests/support/default-journal.ts'
import { journal as current, setJournal } from '../../../contract/journal.ts'
import { articleFileName, contentDisposition, journalInNames, shownName } from './names.ts'

const abbreviation = journal.abbreviation.toLowerCase()

test('a file is called after the journal and the article', () => {
  expect(articleFileName('root-growth', 'pdf', null)).toBe(`${abbreviation}-root-growth.pdf`)
  expect(articleFileName('x'.repeat(500), 'ris', '2026-03-01T00:00:00.000Z')).toBe(
    `${abbreviation}-${'x'.repeat(100)}.ris`,
  )
})

test.each([
  ['J. Pl/Bot', 'j-pl-bot'],
  ['../../etc', 'etc'],
  ['Zeitschrift für Pflanzen', 'zeitschrift-für-pflanzen'],
  ['a\u202eb"c\\d', 'a-b-c-d'],
  ['…', 'journal'],
  ['x'.repeat(300), 'x'.repeat(40)],
])('the abbreviation %s begins the names of files as %s', (typed, begin) => {
  const now = current()
  setJournal(() => ({ ...now, abbreviation: typed }))
  expect(journalInNames()).toBe(begin)
  useDefaultJournal()
})

test.each([
  ['jpbr-roots.pdf', 'inline; filename=jpbr-roots.pdf'],
  ['wurzel größe.pdf', `inline; filename=wurzel-gro-e.pdf; filename*=UTF-8''wurzel%20gr%C3%B6%C3%9Fe.pdf`],
  [
    'a"b\r\nSet-Cookie: x.pdf',
    `inline; filename=a-b-Set-Cookie-x.pdf; filename*=UTF-8''a%22b%0D%0ASet-Cookie%3A%20x.pdf`,
  ],
  ["it's (1)*.pdf", `inline; filename=it-s-1-.pdf; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
  ['\uD800.pdf', `inline; filename=-.pdf; filename*=UTF-8''%EF%BF%BD.pdf`],
])('%j is safe in a header', (name, header) => {
  expect(contentDisposition('inline', name)).toBe(header)
})

test.each([
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\Users\\Rosa\\paper.docx', 'paper.docx'],
  ['pa\u202Efdp.exe\u0000.pdf', 'pafdp.exe.pdf'],
  ['e\u0301tude.pdf', '\u00e9tude.pdf'],
  ['\uD83C.pdf', '\uFFFD.pdf'],
  ['\uFFFEleaf\uFFFF \uFDD0area.pdf', 'leaf area.pdf'],
])('%j is shown as %j', (name, shown) => {
  expect(shownName(name)).toBe(shown)
})

test.each(['\u{1F331}', 'ä', '植', 'a'])(
  'a long name of %s is cut between characters, and keeps its extension',
  (character) => {
    for (let length = 40; length < 260; length++) {
      const shown = shownName(`${character.repeat(length)}.docx`)
      expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(200)
      expect(shown.isWellFormed() && shown.endsWith('.docx')).toBe(true)
      expect(Buffer.from(contentDisposition('attachment', shown)).length).toBeLessThan(1000)
    }
  },
)
