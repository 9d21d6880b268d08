import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseJats, ImportProblem } from './parse.ts'
import { readJats } from '../read/article.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../../../../tests/fixtures/jats', name))

/** The line and reason with which a file is refused. */
function refusal(content: Uint8Array | string): [number | undefined, string] {
  try {
    readJats(parseJats(Buffer.from(content)))
  } catch (error) {
    if (error instanceof ImportProblem) return [error.line, error.message]
    throw error
  }
  throw new Error('was not refused')
}

describe('a file is refused with its line and reason', () => {
  test.each([
    ['an element that is not closed', fixture('broken.xml'), 5, 'The element <italic> is closed by </article-title>.'],
    ['no title', fixture('missing-title.xml'), 6, 'The article has no title (<article-title>).'],
    ['entities of its own', fixture('laughs.xml'), 3, 'The file declares entities of its own, which are not allowed.'],
    ['an end in the middle', '<article>\n<front>', 2, 'The file ends before <front> is closed.'],
    [
      'an undeclared entity',
      '<article>\n\n<p>&nbsp;</p></article>',
      3,
      'The entity &nbsp; is not declared. Please write the character itself or its number, such as &#160;.',
    ],
    ['no XML', 'hello', undefined, 'The file is empty or is not XML.'],
    ['nothing', '', undefined, 'The file is empty or is not XML.'],
    ['another document', '<html><p/></html>', 1, 'This is not a JATS article: it begins with <html>, not <article>.'],
    ['no metadata', '<article><front/></article>', 1, 'The file has no <article-meta>.'],
    [
      'no date',
      '<article><front>\n<article-meta><title-group><article-title>A</article-title></title-group></article-meta></front></article>',
      2,
      'The file gives no publication date (<pub-date>).',
    ],
    [
      'bytes that are not UTF-8',
      Buffer.from([0x3c, 0x61, 0xff, 0xfe, 0x3e]),
      undefined,
      'The file is not text in UTF-8, as an XML file without another declaration must be.',
    ],
    [
      'an unknown encoding',
      '<?xml version="1.0" encoding="klingon"?><article/>',
      undefined,
      'The file names the encoding "klingon", which is not known.',
    ],
  ])('%s', (_name, content, line, reason) => {
    expect(refusal(content)).toEqual([line, reason])
  })

  test('elements nested too deep', () => {
    const [, reason] = refusal(`<article>${'<sec>'.repeat(5000)}${'</sec>'.repeat(5000)}</article>`)
    expect(reason).toBe('The elements are nested more than 200 deep.')
  })
})

test.each([
  ['Latin-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><article>Kov\xe1r</article>', 'latin1')],
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<article>Kovár</article>', 'utf16le')])],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeff<article>Kovár</article>')],
])('text in %s', (_name, bytes) => {
  expect(parseJats(bytes).documentElement!.textContent).toBe('Kovár')
})
