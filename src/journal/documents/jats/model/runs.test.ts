import { describe, expect, test } from 'vitest'
import { parseJats } from './parse.ts'
import { runsOf } from './inline.ts'
import { plainText, htmlOf, titleMarkup } from './runs.ts'

/** The runs of a JATS fragment. */
const read = (xml: string) =>
  runsOf(parseJats(Buffer.from(`<article xmlns:xlink="x" xmlns:mml="m">${xml}</article>`)).documentElement!)

describe('a title', () => {
  test.each([
    ['  Two\n  lines  ', 'Two lines'],
    ['Fe &amp; <bold>S</bold> &lt; 5', 'Fe &amp; S &lt; 5'],
    ['<italic>Os<styled-content>PK</styled-content>2</italic> in rice', '<i>OsPK2</i> in rice'],
    ['<italic>Rosa </italic>alba', '<i>Rosa</i> alba'],
    ['<italic>O.</italic> <italic>nivara</italic>', '<i>O. nivara</i>'],
    ['Rice (<italic>Oryza glaberrima)</italic>: toxicity', 'Rice (<i>Oryza glaberrima</i>): toxicity'],
    ['rice <italic>(Oryza sativa)</italic>', 'rice (<i>Oryza sativa</i>)'],
    ['in <italic>C. suppressalis</italic> females<italic>.</italic>', 'in <i>C. suppressalis</i> females.'],
    ['<italic>T</italic> <sub>50</sub> and <sup>13</sup>C', '<i>T</i><sub>50</sub> and <sup>13</sup>C'],
    ['<italic>a<sub>1</sub></italic>', '<i>a<sub>1</sub></i>'],
    ['Name<xref ref-type="fn" rid="x"><sup>*</sup></xref> here', 'Name here'],
    ['plant\u2010growth\u00ad', 'plant-growth'],
    ['a\u0000\u200bb\ufeff'.replace('\u0000', ''), 'ab'],
    ['one<break/>two', 'one two'],
  ])('%s', (xml, title) => {
    expect(titleMarkup(read(xml))).toBe(title)
  })
})

describe('what is left out leaves no trace', () => {
  test.each([
    ['late <xref ref-type="bibr">[1]</xref>, and', 'late, and'],
    ['late [<xref ref-type="bibr">1</xref>,<xref ref-type="bibr">2</xref>–<xref ref-type="bibr">4</xref>].', 'late.'],
    ['late (<xref ref-type="bibr">3</xref>; <xref ref-type="bibr">4</xref>) and', 'late and'],
    ['late<sup><xref ref-type="bibr">3</xref>,<xref ref-type="bibr">4</xref></sup>. Then', 'late. Then'],
    ['as <xref ref-type="bibr">Green (2001)</xref> said', 'as Green (2001) said'],
    ['see <xref ref-type="table">Table 2</xref>', 'see Table 2'],
    ['text<fn><p>note</p></fn> goes<inline-graphic/> on', 'text goes on'],
    ['why? .', 'why?'],
  ])('%s', (xml, text) => {
    expect(plainText(read(xml))).toBe(text)
  })
})

describe('HTML', () => {
  test.each([
    ['<bold>a <italic>b</italic></bold>', '<strong>a <em>b</em></strong>'],
    ['<ext-link xlink:href="https://x.org/?a=1&amp;b=2">x</ext-link>', '<a href="https://x.org/?a=1&amp;b=2">x</a>'],
    ['<ext-link xlink:href="10.5555/a">x</ext-link>', '<a href="https://doi.org/10.5555/a">x</a>'],
    ['<ext-link xlink:href="javascript:alert(1)">x</ext-link>', 'x'],
    ['<email>a@b.org</email>', '<a href="mailto:a@b.org">a@b.org</a>'],
  ])('%s', (xml, html) => {
    expect(htmlOf(read(xml))).toBe(html)
  })
})

describe('formulae as text', () => {
  const math = (inner: string) => `<inline-formula><mml:math>${inner}</mml:math></inline-formula>`
  test.each([
    [math('<mml:mi>y</mml:mi><mml:mo>=</mml:mo><mml:mo>-</mml:mo><mml:mn>2</mml:mn>'), '<em>y</em> = −2'],
    [
      math('<mml:msubsup><mml:mi>x</mml:mi><mml:mn>1</mml:mn><mml:mn>2</mml:mn></mml:msubsup>'),
      '<em>x</em><sub>1</sub><sup>2</sup>',
    ],
    [
      math(
        '<mml:mfrac><mml:mrow><mml:mi>a</mml:mi><mml:mo>+</mml:mo><mml:mn>1</mml:mn></mml:mrow><mml:mn>2</mml:mn></mml:mfrac>',
      ),
      '(<em>a</em> + 1)/2',
    ],
    [
      math('<mml:msqrt><mml:mn>2</mml:mn></mml:msqrt><mml:mfenced><mml:mi>n</mml:mi><mml:mi>m</mml:mi></mml:mfenced>'),
      '√2(<em>n</em>, <em>m</em>)',
    ],
    [math('<mml:mover><mml:mi>x</mml:mi><mml:mo>¯</mml:mo></mml:mover>'), '<em>x̄</em>'],
    [
      '<inline-formula><tex-math>\\documentclass{a}\\begin{document}$$\\mu \\times 10^{3}$$\\end{document}</tex-math></inline-formula>',
      'μ × 10<sup>3</sup>',
    ],
    ['<inline-formula><italic>r</italic> = 1.5</inline-formula>', '<em>r</em> = 1.5'],
  ])('%s', (xml, html) => {
    expect(htmlOf(read(xml))).toBe(html)
  })
})
