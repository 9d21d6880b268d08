import { expect, test } from 'vitest'
import { isLatin, latinNames, latinPieces, withItalics, withLatinMarked } from './latin-names.ts'

const TITLE = 'Leaf rolling of <i>Pennisetum glaucum</i> and <i>not</i> of CO<sub>2</sub>'
const NAMES = latinNames(TITLE, '<p>We grew <em>Zea mays</em>, <i>very</i> dry &amp; <i>in vitro</i>.</p>')

test('Latin names are those in italics, with the genus in short', () => {
  expect(NAMES).toEqual(['Pennisetum glaucum', 'P. glaucum', 'Zea mays', 'in vitro', 'Z. mays'])
  expect(latinNames('Roots', 'no markup')).toEqual([])
})

test('a plain text shows them in italics, and nothing in it is read as markup', () => {
  expect(withItalics('Thank you for “Leaf rolling of Pennisetum glaucum”.\nP. glaucum is <b>not</b> Zea.', NAMES)).toBe(
    'Thank you for “Leaf rolling of <i>Pennisetum glaucum</i>”.\n<i>P. glaucum</i> is &lt;b&gt;not&lt;/b&gt; Zea.',
  )
  expect(withItalics('Zea mayses, <i>Zea mays', NAMES)).toBe('Zea mayses, &lt;i&gt;<i>Zea mays</i>')
  expect(withItalics('A & B', [])).toBe('A &amp; B')
})

test('Latin in italics is told from genes, variables and titles of journals', () => {
  for (const text of ['Oryza sativa', 'P. glaucum', 'Fragaria', 'Arabidopsis', 'in vitro', 'et al.', ' Zea  mays '])
    expect(isLatin(text), text).toBe(true)
  for (const text of ['p', 'n', 'GS9', 'OsPK2', 'not', 'very dry', 'Science', 'Nature', 'Plant Cell', 'a', ''])
    expect(isLatin(text), text).toBe(false)
  expect(withLatinMarked('<p><i>Oryza sativa</i>, <em>in vitro</em>, <i>p</i> &lt; 0.05, <i>GS9</i></p>')).toBe(
    '<p><i lang="la">Oryza sativa</i>, <em lang="la">in vitro</em>, <i>p</i> &lt; 0.05, <i>GS9</i></p>',
  )
})

test('a name that a searched word parts is one', () => {
  const [i, mark] = [['i'], ['i', 'mark']]
  const pieces = [
    { text: 'Roots of ', marks: [] },
    { text: 'Oryza', marks: mark },
    { text: ' sativa', marks: i },
  ]
  expect(latinPieces(pieces)).toEqual([false, true, true])
  expect(latinPieces([{ text: 'p', marks: i }, ...pieces.slice(0, 1)])).toEqual([false, false])
})
