import { expect, test } from 'vitest'
import { isLatin, latinAmong, latinNames, latinPieces, withItalics, withLatinMarked } from './latin-names.ts'

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
  for (const text of [
    'Vitis',
    'Zea',
    'Pisum',
    'Beta',
    'Allium',
    'Brassica',
    'Musa',
    'Cannabis',
    'Citrus',
    'Oryza',
    'Poa',
  ])
    expect(isLatin(text), text).toBe(true)
  for (const text of ['Oryza rufipogon', 'B. distachyon', 'Zingiber zerumbet', 'Hordeum vulgare L.', '(Oryza sativa)'])
    expect(isLatin(text), text).toBe(true)
  for (const text of [
    'Data',
    'Data analysis',
    'Data availability',
    'Arabidopsis pkp1',
    'Agrobacterium strain',
    'Media sources',
  ])
    expect(isLatin(text), text).toBe(false)
  for (const text of ['Oryza sativa', 'P. glaucum', 'Fragaria', 'Arabidopsis', 'in vitro', 'et al.', ' Zea  mays '])
    expect(isLatin(text), text).toBe(true)
  for (const text of ['p', 'n', 'GS9', 'OsPK2', 'not', 'very dry', 'Science', 'Nature', 'Plant Cell', 'a', ''])
    expect(isLatin(text), text).toBe(false)
  expect(withLatinMarked('<p><i>Oryza sativa</i>, <em>in vitro</em>, <i>p</i> &lt; 0.05, <i>GS9</i></p>')).toBe(
    '<p><i lang="la">Oryza sativa</i>, <em lang="la">in vitro</em>, <i>p</i> &lt; 0.05, <i>GS9</i></p>',
  )
})

test.each([
  // Titles of articles, with what authors set in italics.
  ['strains of <i>Fusarium oxysporum</i> f. sp. <i>cubense</i> race 4', 'Fusarium oxysporum|cubense'],
  ['confers resistance to <i>Xanthomonas oryzae</i> pv. <i>oryzae</i>', 'Xanthomonas oryzae|oryzae'],
  ['strawberry (<i>Fragaria</i> × <i>ananassa</i>) using apple virus vectors', 'Fragaria|ananassa'],
  ['flag leaf angle in rice <i>(Oryza sativa)</i>', '(Oryza sativa)'],
  ['<i>Bt</i> rice may protect non-<i>Bt</i> rice against the borer, <i>Chilo suppressalis</i>', 'Chilo suppressalis'],
  ['Variation of Ursolic Acid in Eight <i>Ocimum</i> Species', 'Ocimum'],
  ['Genetic Mapping of the Reduced Height (<i>Rht18</i>) Gene in Wheat', ''],
  ['Identification of a <i>Spotted Leaf Sheath</i> Gene', ''],
  ['Preservation of an <i>ex Situ</i> Collection', 'ex Situ'],
  ['Rice <i>indica</i> and <i>japonica</i>', 'indica|japonica'],
  [
    '<i>sativa</i>, <i>Vitis vinifera</i>, <i>vinifera</i>, <i>Solanum metel</i> and <i>metel</i>',
    'Vitis vinifera|vinifera|Solanum metel|metel',
  ],
  ['<i>Setaria viridis</i>, <i>not</i> <i>glup6</i> or <i>probe</i>', 'Setaria viridis'],
])('of “%s” this is Latin: %s', (title, names) => {
  const italics = [...title.matchAll(/<i>(.*?)<\/i>/g)].map(([, text]) => text!)
  const latin = latinAmong(italics)
  expect(italics.filter((_, at) => latin[at]).join('|')).toBe(names)
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
