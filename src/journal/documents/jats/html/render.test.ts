import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Element } from '@xmldom/xmldom'
import { describe, expect, test } from 'vitest'
import type { OutlineSection } from '../../../../contract/api/full-texts.ts'
import { countWords, lostWords, rootsOf } from '../../../../../tests/adversarial/kept-words.ts'
import { nameOf } from '../model/nodes.ts'
import { parseJats } from '../model/parse.ts'
import { statementElements } from '../model/statements.ts'
import { renderFullText, type RenderOptions } from './render.ts'
import { isLeftOut } from './plain.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const FIXTURE = join(ROOT, 'tests/fixtures/jats/full-text.xml')
/** A folder of further articles, which need not be there: `TEST_ARTICLES=folder npm test`. */
const folders = [join(ROOT, 'sample/articles'), process.env.TEST_ARTICLES].filter((folder) => folder !== undefined)
const articles = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.xml'))
    .map((name): [name: string, path: string] => [name, join(folder, name)]),
)

const NO_IMAGES: RenderOptions = { image: () => undefined }
const parsed = (path: string) => parseJats(readFileSync(path))
const render = (path: string, options = NO_IMAGES) => renderFullText(parsed(path), options)!
/** An article with this body and what follows it. */
const rendered = (inside: string, front = '', options = NO_IMAGES) =>
  renderFullText(
    parseJats(
      Buffer.from(
        `<article xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:mml="m"><front><article-meta>${front}</article-meta></front>${inside}</article>`,
      ),
    ),
    options,
  )
const htmlOf = (inside: string, front = '', options = NO_IMAGES) => rendered(inside, front, options)!.parts.join('\n')

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!)
const linksIn = (html: string) => [...html.matchAll(/ href="(?:\?page=(\d+))?#([^"]*)"/g)]
const sectionsIn = (sections: OutlineSection[]): OutlineSection[] =>
  sections.flatMap((section) => [section, ...sectionsIn(section.sections)])

/** TeX is a notation, not words; titles of sub-articles are headings. */
const isNotWords = (element: Element) => element.localName === 'front-stub' || element.localName === 'tex-math'

describe.each([['the fixture', FIXTURE], ...articles])('%s', (_name, path) => {
  const document = parsed(path)
  const { parts, outline, passages, unknown } = renderFullText(document, NO_IMAGES)!
  const html = parts.join('\n')

  test('keeps every word', () => {
    const statements = statementElements(document)
    const leftOut = (element: Element) => isLeftOut(nameOf(element)) || statements.has(element) || isNotWords(element)
    const roots = rootsOf(document, 'body', 'floats-group', 'back', 'sub-article', 'response')
    expect(countWords(roots, leftOut)).toBeGreaterThan(200)
    expect(lostWords(roots, html, leftOut)).toEqual([])
  })

  test('has each id once, and no link that leads nowhere', () => {
    const ids = idsOf(html)
    expect(ids.length).toBe(new Set(ids).size)
    const idsOfPart = parts.map((part) => new Set(idsOf(part)))
    const dead = parts.flatMap((part, index) =>
      linksIn(part).filter(([, page, id]) => !idsOfPart[page ? Number(page) - 1 : index]?.has(id!)),
    )
    expect(dead).toEqual([])
  })

  test('has no inline style, no script, nothing unresolved and nothing unknown', () => {
    expect(html).not.toMatch(/<[^>]* (?:style|on\w+)=|<script|javascript:|[\u0000-\u0008]/)
    const expected: Record<string, number> = path === FIXTURE ? { 'unknown-thing': 1, constructor: 1 } : {}
    expect(unknown).toEqual(expected)
  })

  test('lists what it holds, where it is', () => {
    const places = [...sectionsIn(outline.sections), ...outline.figures, ...outline.tables]
    for (const { id, part } of places) expect(parts[part - 1]).toContain(` id="${id}"`)
    for (const { anchor, part } of passages) expect(parts[part - 1]).toContain(` id="${anchor}"`)
    expect(outline.parts).toBe(parts.length)
    expect(outline.references).toBe(html.match(/<li id="ref-\d+"/g)?.length ?? 0)
    expect(passages.filter(({ text }) => /^\s|\s$|\s\s|\u00a0/.test(text))).toEqual([])
  })

  test('says the same the next time', () => {
    expect(renderFullText(parsed(path), NO_IMAGES)).toEqual({ parts, outline, passages, unknown })
  })
})

describe('the fixture', () => {
  const { parts, outline, passages } = render(FIXTURE)
  const html = parts.join('\n')

  test('numbers sections only as the article does', () => {
    expect(outline.sections.map(({ number, title }) => [number, title])).toEqual([
      ['1', 'Introduction'],
      ['2', 'Methods'],
      ['', 'Results'],
      ['', 'Appendix A'],
      ['', 'Acknowledgements and statements'],
      ['', 'Footnotes'],
      ['', 'References'],
      ['', 'Review of the text'],
      ['', 'Author response'],
    ])
    expect(html).toContain('<h3 id="s-2-1-h"><a class="num" href="#s-2-1">2.1</a>Formulas of <i>growth</i></h3>')
    expect(html).toContain('<h6 id="s-2-2-1-1-1-1-1-h">Seventh level</h6>')
  })

  test('places floats of the floats group after the block that first cites them', () => {
    const at = (text: string) => html.indexOf(text)
    expect(at('id="fig-2"')).toBeGreaterThan(at('See <a class="xr" href="#fig-2">'))
    expect(at('id="fig-2"')).toBeLessThan(at('A paragraph with a list'))
    // Figure 3 is cited by the caption of a figure, Table 3 by the appendix, Figure 9 by nothing.
    expect(at('id="fig-3"')).toBeLessThan(at('Boxed words.'))
    expect(at('id="table-3"')).toBeGreaterThan(at('Appended words'))
    expect(at('id="fig-9"')).toBeLessThan(at('Appended words'))
    expect(outline.figures.map(({ label }) => label)).toEqual([
      ...['Figure 2', 'Fig. 1', 'Figure 4', 'Figure 3', 'Figure 5a', 'Figure 5b', 'Figure 9'],
    ])
  })

  test('does not part a sentence for a figure in the middle of it', () => {
    expect(html).toContain('A figure stands in the middle of a sentence. A second sentence.</p><figure')
    expect(html).toContain('class="cont">And on.</p>')
  })

  test('leads from citations to references and back', () => {
    expect(html).toContain(
      '[<a class="xr" id="c-1-1" href="#ref-1">1</a>–<a class="xr" id="c-3-1" href="#ref-3">3</a>]',
    )
    expect(html).toContain('<span class="back">Cited in <a href="#c-2-1">1</a> <a href="#c-2-2">Results</a></span>')
    expect(html).toContain('href="https://doi.org/10.5555/(1)%3C2%3E">DOI</a>')
    expect(html).toContain('href="https://pubmed.ncbi.nlm.nih.gov/123/">PubMed</a>')
    expect(html).toContain('class="oa" href="https://pmc.ncbi.nlm.nih.gov/articles/PMC456/">Open access</a>')
    expect(html).toContain('<p>Mendel G, Nägeli C. Peas. <cite>Verh</cite> 1866.</p>')
  })

  test('shows the tables whole', () => {
    expect(html).toContain('<th colspan="2" scope="colgroup" class="span c">Yield</th>')
    expect(html).toContain('<th rowspan="2" scope="row"><i lang="la">Zea mays</i></th>')
    expect(html).toContain('<td class="n">1.25<span class="ast">*</span></td>')
    expect(html).toContain('<td class="n tint-red-2">3.5</td>')
    expect(html).toContain('<td class="n bold tint-green-3">4.5</td>')
    expect(html).toContain('<div class="frame" role="region" tabindex="0" aria-labelledby="table-1-c">')
    expect(html.match(/<div class="notes">/g)).toHaveLength(2)
    expect(passages.map(({ text }) => text)).toContain('Zea mays · 1.25* · 3.5 · 1 · 2 · 3')
  })

  test('shows an honest place where the journal has no picture, and the picture where it has one', () => {
    expect(html).toContain('<p class="away-t">This figure is on the publisher’s site</p>')
    expect(html).toContain('href="https://doi.org/10.5555/full.text">View Fig. 1 on the publisher’s site')
    const image = { src: '/files/a.avif', width: 1600, height: 800 }
    const shown = render(FIXTURE, { image: (href) => (href === 'folder/fig2.tif' ? image : undefined) })
    expect(shown.parts[0]).toContain('<figure class="fig wide" id="fig-2" tabindex="-1"><div class="mount"><img')
    expect(shown.outline.figures[0]!.image).toBe('/files/a.avif')
  })

  test('leaves to the page what the database states, and shows the notes before the text', () => {
    expect(html).not.toContain('Paid by the moss fund')
    expect(html).toContain('<dt>Competing interests</dt><dd><p id="p-30">None declared.</p></dd>')
    expect(html).toContain('All data are in the files.')
    expect(html).not.toContain('Write to A Lind')
  })

  test('is no way to bring in markup', () => {
    expect(html).toContain('&lt;script&gt;alert(2)&lt;/script&gt;')
    expect(html).toContain(', a trap, ')
  })
})

test('an article without text has no full text', () => {
  expect(rendered('')).toBeNull()
  expect(rendered('<body><p> </p></body><back/>')).toBeNull()
})

test('control characters cannot pretend to be ids or links', () => {
  const html = htmlOf('<body><p>a&#1;fig-1&#2; b&#3;x|y|&#4;c&#5;</p></body>')
  expect(html).toBe('<p id="p-1">afig-1 bx|y|c</p>')
})

test('a file with one id twice has it once, and ids of the page are never its own', () => {
  const html = htmlOf(
    '<body><sec id="abstract"><title>A</title><p><xref rid="abstract">a</xref></p></sec><sec id="abstract"><title>B</title></sec></body>',
  )
  expect(idsOf(html)).toEqual(['s-1', 's-1-h', 'p-1', 's-2', 's-2-h'])
  expect(html).toContain('<a class="xr" href="#s-1">a</a>')
})

test('titles that begin with a quantity are not numbered by it', () => {
  const { outline } = rendered(
    '<body><sec><title>1. Results</title><sec><title>16 S rRNA</title></sec><sec><title>1.2 Yield</title></sec></sec><sec><title>2 weeks later</title></sec></body>',
  )!
  expect(sectionsIn(outline.sections).map(({ number, title }) => [number, title])).toEqual([
    ...[
      ['1', 'Results'],
      ['', '16 S rRNA'],
      ['1.2', 'Yield'],
      ['', '2 weeks later'],
    ],
  ])
})

test('funding that only programs could read is shown, unless it is stated', () => {
  const awards =
    '<funding-group><award-group><funding-source><institution-wrap><institution-id>x</institution-id><institution>Moss Fund</institution></institution-wrap></funding-source><award-id>M1</award-id></award-group></funding-group>'
  expect(htmlOf('<body><p>a</p></body>', awards)).toContain('<p>Moss Fund (M1)</p>')
  const stated = awards.replace('</funding-group>', '<funding-statement>By moss.</funding-statement></funding-group>')
  expect(htmlOf('<body><p>a</p></body>', stated)).not.toContain('Moss Fund')
})

test('a very long text is cut at the borders of its sections, and links lead to other parts', () => {
  const words = 'word '.repeat(4_000)
  const sections = Array.from(
    { length: 40 },
    (_, index) => `<sec id="s${index}"><title>Family ${index}</title><p>${words}<xref rid="s0">first</xref></p></sec>`,
  )
  const { parts, outline } = rendered(`<body><sec><title>All</title>${sections.join('')}</sec></body>`)!
  expect(parts.length).toBeGreaterThan(2)
  for (const part of parts) expect(part.length).toBeLessThan(300_000)
  expect(outline.parts).toBe(parts.length)
  expect(parts[1]).toContain('<h2>All <span class="again-t">continued</span></h2>')
  expect(parts[1]).toContain('<a class="xr" href="?page=1#s-1-1">first</a>')
  expect(outline.sections[0]!.sections.at(-1)!.part).toBe(parts.length)
})

test('a figure inside a figure, or a file in its caption, follows it and is found by its own words', () => {
  const { parts, passages } = rendered(
    '<body><p>a</p><fig id="f"><label>Figure 1</label><caption><p>One. <supplementary-material><label>Data 1</label></supplementary-material></p></caption><graphic xlink:href="a"/><p><fig><label>Figure 1 – supplement</label><caption><p>Two.</p></caption></fig></p></fig></body>',
  )!
  expect(parts[0]).toMatch(
    /<figcaption><b class="lab">Figure 1<\/b><p>One\.<\/p><\/figcaption><\/figure><ul class="r-files" role="list">.*<\/ul><figure class="fig"/,
  )
  expect(passages.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Figure 1. One.', 'Figure 1 – supplement. Two.', 'Data 1']),
  )
})

test('notes name the authors that they are about, if not all of them', () => {
  const person = (given: string, ...notes: string[]) =>
    `<contrib><name><surname>Lind</surname><given-names>${given}</given-names></name>${notes.map((note) => `<xref ref-type="fn" rid="${note}"/>`).join('')}</contrib>`
  const html = htmlOf(
    '<body><p>a</p></body><back><fn-group><fn id="n1" fn-type="con"><p>Drew.</p></fn><fn id="n2" fn-type="conflict"><p>None.</p></fn></fn-group></back>',
    `<contrib-group>${person('Ada', 'n1', 'n2')}${person('Bo', 'n2')}</contrib-group>`,
  )
  expect(html).toContain('<b>Ada Lind:</b> Drew.')
  expect(html).not.toContain('Lind:</b> None.')
})

test('an abbreviated genus in italics of its own stays with its epithet', () => {
  expect(htmlOf('<body><p><italic>F</italic>. <italic>oxysporum</italic></p></body>')).toContain(
    '<i>F</i>.\u00a0<i>oxysporum</i>',
  )
})

test('figures in a mark follow their paragraph in the order of the file', () => {
  const figures = ['A', 'B', 'C'].map((label) => `<fig><label>${label}</label></fig>`).join('')
  const labels = htmlOf(`<body><p><bold>a ${figures}</bold></p></body>`).match(/(?<=<b class="lab">)\w/g)
  expect(labels).toEqual(['A', 'B', 'C'])
})
