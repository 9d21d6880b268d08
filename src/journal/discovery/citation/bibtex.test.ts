import { describe, expect, test } from 'vitest'
import { journal } from '../../../../journal.config.ts'
import { bibtex, escapeLatex, latexTitle } from './bibtex.ts'
import { citationKey } from './citation-key.ts'
import { citationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { TEST_URL, testArticle } from '../../../../tests/support/test-article.ts'

const record = (article?: Parameters<typeof testArticle>[0]) =>
  citationRecord(testArticle(article), TEST_URL, { ...journal, issn: '1234-5679' })

const field = (name: string, article?: Parameters<typeof testArticle>[0]): string | undefined =>
  new RegExp(`^  ${name} = (.*),$`, 'm').exec(bibtex(record(article)))?.[1]

test('an article with everything', () => {
  expect(bibtex(record({ people: [{ fullName: 'Rabia Khan' }, { fullName: 'Bruno Kovář' }] }))).toBe(
    [
      '@article{khan2026earlier,',
      '  author = {Khan, Rabia and Kovář, Bruno},',
      '  title = {Earlier flowering of \\textit{Ferula assa-foetida} in {Balochistan}},',
      `  journal = {${journal.name}},`,
      '  year = {2026},',
      '  month = jan,',
      '  volume = {4},',
      '  pages = {41--56},',
      '  doi = {10.5555/jpbr.41},',
      `  url = {${TEST_URL}/blog/k7m2p9qrstvw},`,
      '  issn = {1234-5679},',
      `  publisher = {${journal.publisher.name}},`,
      '  keywords = {phenology, drylands},',
      '  abstract = {First anthesis moved forward. Above 2,200 m it did not.},',
      '}',
      '',
    ].join('\n'),
  )
})

test.each([
  ['3', '  number = {3},'],
  ['7-8', '  number = {7--8},'],
  ['Suppl_1', '  number = {Suppl\\_1},'],
])('the issue %s', (issue, line) => {
  expect(bibtex(record({ issue })).split('\n')).toContain(line)
})

test('an article with little has no empty field', () => {
  const bare = { people: [], doi: null, volume: null, pageNum: null, publishedAt: null, keywords: '', abstract: '' }
  expect(bibtex(record({ ...bare, source: { journal: 'Plants & Soil', publisher: null } }))).toBe(
    [
      '@article{anonearlierk7m2p9qrstvw,',
      '  title = {Earlier flowering of \\textit{Ferula assa-foetida} in {Balochistan}},',
      '  journal = {Plants \\& Soil},',
      `  url = {${TEST_URL}/blog/k7m2p9qrstvw},`,
      '}',
      '',
    ].join('\n'),
  )
})

test.each([
  ['author', { people: [{ fullName: 'Jan van der Berg' }] }, '{van der Berg, Jan}'],
  ['author', { people: [{ fullName: 'John Smith, Jr.' }] }, '{Smith, Jr., John}'],
  ['author', { people: [{ fullName: 'Suharto' }] }, '{Suharto}'],
  ['author', { people: [{ fullName: 'Ferns, Mosses and Friends', isGroup: true }] }, '{{Ferns, Mosses and Friends}}'],
  ['author', { people: [{ fullName: 'Sons and Daughters' }] }, '{Daughters, {Sons and}}'],
  ['author', { people: [{ fullName: 'A&B Müller_1' }] }, '{Müller\\_1, A\\&B}'],
  ['pages', { pageNum: '1-5,7-10' }, '{1--5, 7--10}'],
  ['pages', { pageNum: null, elocationId: 'e_17' }, '{e\\_17}'],
  ['doi', { doi: '10.1007/978-3_12{x}' }, '{10.1007/978-3_12%7Bx%7D}'],
  ['keywords', { keywords: 'basil, 1,8-cineole, 50 % sand' }, '{basil, {1,8-cineole}, 50 \\% sand}'],
])('%s of %j', (name, article, expected) => {
  expect(field(name, article)).toBe(expected)
})

describe('text for LaTeX', () => {
  test.each([
    ['R&D at 5 % for $3 #1 a_b', 'R\\&D at 5 \\% for \\$3 \\#1 a\\_b'],
    ['a ~ b ^ c \\ d', 'a {\\textasciitilde} b {\\textasciicircum} c {\\textbackslash} d'],
    ['one { alone', 'one {\\textbraceleft} alone'],
    ['p < 0.05 > q', 'p {\\textless} 0.05 {\\textgreater} q'],
    ['two\r\n lines\u0000 ', 'two lines'],
    ['Łódź, β-carotene, 李', 'Łódź, β-carotene, 李'],
  ])('%j', (text, latex) => {
    expect(escapeLatex(text)).toBe(latex)
  })
})

describe('a title for BibTeX', () => {
  test.each([
    ['Uptake of <i>Rosa<sub>2</sub> alba</i> roots', 'Uptake of \\textit{Rosa\\textsubscript{2} alba} roots'],
    [
      '<i>Rosa</i> in CO<sub>2</sub> and Ca<sup>2+</sup>',
      '\\textit{Rosa} in {CO}\\textsubscript{2} and {Ca}\\textsuperscript{2+}',
    ],
    ['<i>a</i><i>b</i> c', '\\textit{ab} c'],
    ['The rice XA21 ectodomain and mRNA in Punjab', 'The rice {XA21} ectodomain and {mRNA} in {Punjab}'],
    ['DNA of wheat', '{DNA} of wheat'],
    [
      'Chloroplast DNA Phylogeography of Holy Basil in Indian Subcontinent',
      'Chloroplast {DNA} Phylogeography of Holy Basil in Indian Subcontinent',
    ],
    [
      'A Study of Rice (<i>Oryza sativa</i> L.) Plants by Strain B510 and Vitamin A',
      'A Study of Rice (\\textit{Oryza sativa} {L}.) Plants by Strain {B510} and Vitamin A',
    ],
    [
      'Salt &amp; drought: 50 % less_water {x}',
      'Salt \\& drought: 50 \\% less\\_water {\\textbraceleft}x{\\textbraceright}',
    ],
    ['Non-Hodgkin and non-Mendelian traits', '{Non-Hodgkin} and {non-Mendelian} traits'],
  ])('%s', (markup, latex) => {
    expect(latexTitle(markup)).toBe(latex)
  })

  test('always closes what it opens', () => {
    for (const markup of ['<i>open', 'shut</i>', '<i><sub></i>x</sub>', '</i></i><sup>', '{<i>{']) {
      const latex = latexTitle(markup)
      expect(latex.split('{').length, latex).toBe(latex.split('}').length)
    }
  })
})

describe('the key', () => {
  test.each([
    [{}, 'khan2026earlier'],
    [{ people: [{ fullName: 'Jan van der Berg' }] }, 'vanderberg2026earlier'],
    [{ people: [{ fullName: 'Wojciech Łapiński' }] }, 'lapinski2026earlier'],
    [{ people: [{ fullName: 'Åse Sørensen' }] }, 'sorensen2026earlier'],
    [{ people: [{ fullName: "Siobhán O'Brien" }] }, 'obrien2026earlier'],
    [{ title: 'The <i>Rosa</i> of the desert' }, 'khan2026rosa'],
    [{ title: '12 and 3D images' }, 'khan20263d'],
    [{ people: [{ fullName: '李明' }], title: '水稻' }, 'anon2026k7m2p9qrstvw'],
  ])('%j', (article, key) => {
    expect(citationKey(record(article))).toBe(key)
  })
})
