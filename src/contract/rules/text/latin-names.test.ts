import { expect, test } from 'vitest'
import { latinNames, withItalics } from './latin-names.ts'

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
