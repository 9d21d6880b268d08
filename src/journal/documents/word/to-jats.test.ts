import { describe, expect, test } from 'vitest'
import { jatsFaults } from '../../../../tests/support/jats-schema.ts'
import { aPicture } from '../../../../tests/support/png.ts'
import {
  aWordFile,
  bold,
  drawing,
  footnoteMark,
  h,
  italic,
  linked,
  listed,
  math,
  mathLine,
  mr,
  p,
  raised,
  run,
  tbl,
  textBox,
  type WordOptions,
} from '../../../../tests/support/word-files.ts'
import { readWord } from './read-word.ts'
import { wordToJats } from './to-jats.ts'

const TITLE = 'Leaves in spring'

async function converted(body: string, options: WordOptions = {}) {
  const read = await readWord(aWordFile(body, options), { withPictures: true })
  return { ...wordToJats(read, TITLE), pictures: read.pictures }
}

/** The text in a whole article, which the schema can judge. */
const faults = ({ body, back }: { body: string; back: string }): string[] =>
  jatsFaults(
    `<article xmlns:xlink="http://www.w3.org/1999/xlink" dtd-version="1.3"><front><journal-meta><journal-id>x</journal-id><issn/></journal-meta><article-meta><title-group><article-title>x</article-title></title-group><pub-date-not-available/></article-meta></front>${body}${back}</article>`,
  )

const body = async (content: string, options?: WordOptions): Promise<string> => {
  const made = await converted(h(1, 'Introduction') + content, options)
  expect(faults(made)).toEqual([])
  return made.body.replace('<body><sec id="s1"><title>Introduction</title>', '').replace(/<\/sec><\/body>$/, '')
}

describe('the text of a Word document', () => {
  test('is in sections by its headings, with their numbers, and below one another by their levels', async () => {
    const made = await converted(
      h(1, '1. Introduction') +
        p('One.') +
        h(1, '2 Methods') +
        h(2, '2.1 Study area') +
        p('Two.') +
        h(3, 'Soil') +
        p('Three.') +
        h(2, '2.2 Plants') +
        p('Four.'),
    )
    expect(faults(made)).toEqual([])
    expect(made.body).toBe(
      '<body><sec id="s1"><label>1</label><title>Introduction</title><p>One.</p></sec>' +
        '<sec id="s2"><label>2</label><title>Methods</title>' +
        '<sec id="s3"><label>2.1</label><title>Study area</title><p>Two.</p><sec id="s4"><title>Soil</title><p>Three.</p></sec></sec>' +
        '<sec id="s5"><label>2.2</label><title>Plants</title><p>Four.</p></sec></sec></body>',
    )
  })

  test('is without title, authors and abstract, which the record has, and says so', async () => {
    const made = await converted(
      p(TITLE, 'Title') +
        p('Anna Green, Bruno Kovář') +
        h(1, 'Abstract') +
        p('In short.') +
        h(1, 'Introduction') +
        p('One.'),
    )
    expect(made.body).toBe('<body><sec id="s1"><title>Introduction</title><p>One.</p></sec></body>')
    expect(made.warnings[0]).toBe(
      '4 paragraphs before the first section are left out: title, authors and abstract are shown from the article’s record.',
    )
  })

  test.each([
    ['no heading at all', p('One.') + p('Two.'), '<p>One.</p><p>Two.</p>'],
    ['its title alone', p(TITLE) + p('One.'), '<p>One.</p>'],
    ['keywords in a line', p(TITLE) + p('Keywords: leaves, spring') + p('One.'), '<p>One.</p>'],
    [
      'an abstract and another first heading',
      h(1, 'Abstract') + p('In short.') + h(1, 'Leaves') + p('One.'),
      '<sec id="s1"><title>Leaves</title><p>One.</p></sec>',
    ],
  ])('begins after the front matter with %s', async (_what, content, expected) => {
    expect((await converted(content)).body).toBe(`<body>${expected}</body>`)
  })

  test('takes bold lines for headings where there are no others', async () => {
    const made = await converted(
      p(bold('1. Introduction')) + p('One.') + p(bold('1.1 Leaves')) + p(bold('Bold') + run(' words.')),
    )
    expect(made.body).toBe(
      '<body><sec id="s1"><label>1</label><title>Introduction</title><p>One.</p><sec id="s2"><label>1.1</label><title>Leaves</title><p><bold>Bold</bold> words.</p></sec></sec></body>',
    )
    expect(made.warnings).toContain('The document has no heading styles. Short bold lines are taken for headings.')
  })

  test('takes outline levels for headings, whatever their styles are called', async () => {
    const made = await converted(
      p('Introduction', 'Kapitel') + p('One.') + p('Leaves', '', '<w:outlineLvl w:val="1"/>') + p('Two.'),
      {
        styles:
          '<w:style w:type="paragraph" w:styleId="Base"><w:name w:val="x"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="y"/><w:basedOn w:val="Base"/></w:style>',
      },
    )
    expect(made.body).toContain('<title>Introduction</title><p>One.</p><sec id="s2"><title>Leaves</title>')
  })

  test('keeps marks, links and lists', async () => {
    expect(
      await body(
        p(
          italic('Carex') +
            run(' grows 2 cm') +
            raised('2') +
            run(', see ') +
            linked('l1', 'our data') +
            linked('l2', ' here'),
        ) +
          listed('One', 'bullet') +
          listed('Within', 'order', 1) +
          listed('Two', 'bullet'),
        { links: { l1: 'https://example.org/a?b=1&c=2', l2: 'javascript:alert(1)' } },
      ),
    ).toBe(
      '<p><italic>Carex</italic> grows 2 cm<sup>2</sup>, see <ext-link ext-link-type="uri" xlink:href="https://example.org/a?b=1&amp;c=2">our data</ext-link> here</p>' +
        '<list list-type="bullet"><list-item><p>One</p><p><list list-type="order"><list-item><p>Within</p></list-item></list></p></list-item><list-item><p>Two</p></list-item></list>',
    )
  })

  test('keeps tables with their captions, header rows, spans and notes', async () => {
    expect(
      await body(
        p('Table 1. Leaves by month', 'Caption') +
          tbl(
            [
              [
                ['Month', '<w:vMerge w:val="restart"/>'],
                ['Leaves', '<w:gridSpan w:val="2"/>'],
              ],
              [['', '<w:vMerge/>'], 'small', 'large'],
              ['May', '3', '4'],
            ],
            { header: 2 },
          ) +
          p('* Counted twice.') +
          p('As Table 1 and Table 7 show.'),
      ),
    ).toBe(
      '<table-wrap id="t1"><label>Table 1</label><caption><p>Leaves by month</p></caption><table>' +
        '<thead><tr><th rowspan="2" scope="col">Month</th><th colspan="2" scope="col">Leaves</th></tr><tr><th scope="col">small</th><th scope="col">large</th></tr></thead>' +
        '<tbody><tr><td>May</td><td>3</td><td>4</td></tr></tbody></table><table-wrap-foot><p>* Counted twice.</p></table-wrap-foot></table-wrap>' +
        '<p>As <xref ref-type="table" rid="t1">Table 1</xref> and Table 7 show.</p>',
    )
  })

  test('takes a bold first row for the header, and a caption below', async () => {
    expect(
      await body(
        tbl([
          [p(bold('A')), p(bold('B'))],
          ['1', '2'],
        ]) + p(bold('Table 2') + run(' Two letters')),
      ),
    ).toBe(
      '<table-wrap id="t1"><label>Table 2</label><caption><p>Two letters</p></caption><table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></table-wrap>',
    )
  })

  test('keeps tables within tables, and cells of several paragraphs', async () => {
    expect(await body(tbl([[tbl([['in']]) + p(''), p('a') + p('b')]]))).toBe(
      '<table-wrap><table><tbody><tr><td><p><table-wrap><table><tbody><tr><td>in</td></tr></tbody></table></table-wrap></p></td><td><p>a</p><p>b</p></td></tr></tbody></table></table-wrap>',
    )
  })

  test('keeps pictures with their captions below or above, and captions without one', async () => {
    const pictures = {
      i1: { name: 'a.png', content: aPicture(4, 3) },
      i2: { name: 'b.jpeg', content: aPicture(5, 3) },
      i3: { name: 'c.emf', content: Buffer.from('drawing') },
    }
    const made = await converted(
      h(1, 'Introduction') +
        p(drawing('i1', 'A pod')) +
        p('Fig. 1: The pod of ' + 'a bean') +
        p(run('See Fig. 1 and Figures 2.')) +
        p('Figure 2. Two leaves') +
        p(drawing('i2')) +
        p(drawing('i1')) +
        p(drawing('i3')) +
        p('Figure 3 – Drawn for print') +
        p('Figure 4 shows nothing.'),
      { pictures },
    )
    expect(faults(made)).toEqual([])
    expect(made.body).toContain(
      '<fig id="f1"><label>Figure 1</label><caption><p>The pod of a bean</p></caption><graphic xlink:href="picture-1.png"><alt-text>A pod</alt-text></graphic></fig>' +
        '<p>See <xref ref-type="fig" rid="f1">Fig. 1</xref> and <xref ref-type="fig" rid="f2">Figures 2</xref>.</p>',
    )
    expect(made.body).toContain(
      '<fig id="f2"><label>Figure 2</label><caption><p>Two leaves</p></caption><graphic xlink:href="picture-2.jpg"/>',
    )
    expect(made.body).toContain('<p>Figure 4 shows nothing.</p>')
    expect(made.pictures.map(({ name, content }) => [name, content.length])).toEqual([
      ['picture-1.png', aPicture(4, 3).length],
      ['picture-2.jpg', aPicture(5, 3).length],
      ['picture-3.png', aPicture(4, 3).length],
    ])
    expect(made.warnings).toContain('One image cannot be shown in a browser (EMF). Replace each with a PNG or JPEG.')
  })

  test('keeps formulas in lines and on lines of their own, with their numbers', async () => {
    const x = '<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>x</mml:mi></mml:math>'
    const block = x.replace('>', ' display="block">')
    expect(
      await body(
        p(run('Let ') + math(mr('x')) + run(' be.')) +
          p(mathLine(mr('x'))) +
          p(mathLine(mr('x')) + run('\t(1)')) +
          tbl([['', p(mathLine(mr('x'))), '(2)']]),
      ),
    ).toBe(
      `<p>Let <inline-formula>${x}</inline-formula> be.</p><disp-formula id="e1">${block}</disp-formula>` +
        `<disp-formula id="e2"><label>(1)</label>${block}</disp-formula><disp-formula id="e3"><label>(2)</label>${block}</disp-formula>`,
    )
  })

  test('keeps footnotes, references with their DOIs, acknowledgements and statements', async () => {
    const made = await converted(
      h(1, 'Introduction') +
        p(run('As known [1, 2–3] and [9]') + footnoteMark(1) + run('.')) +
        h(1, 'Funding') +
        p('None.') +
        h(1, 'Acknowledgements') +
        p('We thank Mary.') +
        h(1, 'References') +
        p('1. Green A. Leaves. J Bot 2020. https://doi.org/10.5555/leaf.1.') +
        p(run('[2] Kovář B. ') + italic('Carex') + run('. doi:10.5555/carex(2)')) +
        p(run('3. Third. ') + linked('l1', 'https://doi.org/10.5555/third')),
      { footnotes: ['A note about it.'], links: { l1: 'https://doi.org/10.5555/third' } },
    )
    expect(faults(made)).toEqual([])
    expect(made.body).toBe(
      '<body><sec id="s1"><title>Introduction</title><p>As known [<xref ref-type="bibr" rid="r1">1</xref>, <xref ref-type="bibr" rid="r2">2</xref>–<xref ref-type="bibr" rid="r3">3</xref>] and [9]<xref ref-type="fn" rid="fn1"><sup>1</sup></xref>.</p></sec></body>',
    )
    expect(made.back).toBe(
      '<back><sec id="s2"><title>Funding</title><p>None.</p></sec><ack><title>Acknowledgements</title><p>We thank Mary.</p></ack><fn-group><fn id="fn1"><p>A note about it. </p></fn></fn-group>' +
        '<ref-list><title>References</title><ref id="r1"><label>1</label><mixed-citation>Green A. Leaves. J Bot 2020. <pub-id pub-id-type="doi">10.5555/leaf.1</pub-id>.</mixed-citation></ref>' +
        '<ref id="r2"><label>2</label><mixed-citation>Kovář B. <italic>Carex</italic>. <pub-id pub-id-type="doi">10.5555/carex(2</pub-id>)</mixed-citation></ref>' +
        '<ref id="r3"><label>3</label><mixed-citation>Third. <pub-id pub-id-type="doi">10.5555/third</pub-id></mixed-citation></ref></ref-list></back>',
    )
  })

  test('shows tracked changes as accepted, and says so', async () => {
    const by = 'w:author="Anna" w:date="2024-01-01T00:00:00Z"'
    const made = await converted(
      h(1, 'Introduction') +
        `<w:p><w:ins w:id="1" ${by}>${run('new')}</w:ins><w:del w:id="2" ${by}><w:r><w:delText>old</w:delText></w:r></w:del></w:p>`,
    )
    expect(made.body).toContain('<p>new</p>')
    expect(`${made.body}${made.back}`).not.toMatch(/old|Anna/)
    expect(made.warnings).toContain('The document has tracked changes. They are shown as if all were accepted.')
  })

  test('names the text boxes that are lost', async () => {
    const made = await converted(
      h(1, 'Introduction') + p(textBox('Lost') + textBox('Lost too')) + p(textBox('Kept', { copy: true })),
    )
    expect(made.body).toContain('Kept')
    expect(made.body).not.toContain('Lost')
    expect(made.warnings).toContain('2 text boxes are left out. Move their text into the document.')
  })

  test('holds no marks of its own for formulas, and no markup as text', async () => {
    expect(await body(p('a \ue0000\ue001 b <script>&amp;'))).toBe('<p>a 0 b &lt;script&gt;&amp;amp;</p>')
  })
})
