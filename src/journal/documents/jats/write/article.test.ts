import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Article, PublicArticle } from '../../../../contract/api/articles.ts'
import { affiliationOf, affiliationsOfText } from '../../../../contract/rules/people/affiliations.ts'
import { eachStatement } from '../../../../contract/rules/articles/statements.ts'
import { citationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { TEST_URL, testArticle } from '../../../../../tests/support/test-article.ts'
import { journal } from '../../../../../journal.config.ts'
import { reuseFaults } from '../../../../../tests/support/jats-recommendations.ts'
import { jatsFaults } from '../../../../../tests/support/jats-schema.ts'
import { times } from '../../../../../tests/support/long.ts'
import { sanitiseRichText } from '../../../../platform/html/sanitise.ts'
import { jats } from './article.ts'

type Odd = Parameters<typeof testArticle>[0]

const written = (article: PublicArticle): string => jats(citationRecord(article, TEST_URL), article)
const valid = (odd?: Odd): string => {
  const xml = written(testArticle(odd))
  expect(jatsFaults(xml)).toEqual([])
  // A year and a holder that the statement does not give are not made up.
  const isUnclear = odd?.copyright && !xml.includes('<copyright-year>')
  expect(reuseFaults(xml)).toEqual(isUnclear ? ['<permissions>: has a copyright without holder and year'] : [])
  return xml
}

describe('the record of an article', () => {
  test('is JATS 1.3 by its own declaration and by the schema', () => {
    const xml = valid()
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<!DOCTYPE article PUBLIC "-\/\/NLM\/\/DTD JATS/)
    expect(xml).toContain(` dtd-version="1.3" xml:lang="${journal.language}">`)
    expect(jatsFaults(xml.replace('<title-group>', '<title-groups>'))).not.toEqual([])
  })

  test('names the journal, or the one that published it first', () => {
    const own = valid()
    expect(own).toContain(`<journal-title>${journal.name}</journal-title>`)
    expect(own).toContain(`<publisher-name>${journal.publisher.name}</publisher-name>`)
    expect(own).toContain('<article-id pub-id-type="publisher-id">k7m2p9qrstvw</article-id>')
    const elsewhere = valid({ source: { journal: 'Plants', publisher: 'MDPI' } })
    expect(elsewhere).toContain('<journal-title>Plants</journal-title>')
    expect(elsewhere).toContain('<publisher-name>MDPI</publisher-name>')
    expect(elsewhere).not.toContain(journal.name)
    expect(elsewhere).not.toContain('abbrev-journal-title')
  })

  test('says who wrote it: iD before the name, shared affiliations, an address to write to', () => {
    const place = affiliationOf({
      institution: 'University of Peradeniya',
      department: 'Department of Botany',
      city: 'Kandy',
      country: 'Sri Lanka',
      ror: 'https://ror.org/025h79t26',
    })
    const xml = valid({
      people: [
        {
          ...{ fullName: 'Ayesha Malik', orcidId: '0000-0002-1825-0097', orcidAuthenticated: true },
          ...{ email: 'ayesha@plants.test', affiliations: [place] },
        },
        { fullName: 'Nguyễn Thị Hòa', familyName: 'Nguyễn', givenNames: 'Thị Hòa', affiliations: [place] },
        { fullName: 'Suharto', affiliations: affiliationsOfText('Bogor Botanic Gardens') },
        { fullName: 'Hassan Khan Jr', familyName: 'Khan', givenNames: 'Hassan' },
        { fullName: 'Flora of Sri Lanka Consortium', isGroup: true },
      ],
    })
    expect(xml).toContain(
      '<contrib contrib-type="author" corresp="yes"><contrib-id contrib-id-type="orcid" authenticated="true">https://orcid.org/0000-0002-1825-0097</contrib-id><name name-style="western"><surname>Malik</surname><given-names>Ayesha</given-names></name><xref ref-type="aff" rid="aff1"/><xref ref-type="corresp" rid="cor1"/></contrib>',
    )
    expect(xml).toContain(
      '<name name-style="eastern"><surname>Nguyễn</surname><given-names>Thị Hòa</given-names></name><xref ref-type="aff" rid="aff1"/>',
    )
    expect(xml).toContain('<name name-style="given-only"><given-names>Suharto</given-names></name>')
    expect(xml).toContain('<given-names>Hassan</given-names><suffix>Jr</suffix></name>')
    expect(xml).toContain('<collab>Flora of Sri Lanka Consortium</collab>')
    expect(xml).toContain(
      '<aff id="aff1"><institution content-type="dept">Department of Botany</institution>, <institution-wrap><institution-id institution-id-type="ror">https://ror.org/025h79t26</institution-id><institution>University of Peradeniya</institution></institution-wrap>, <city>Kandy</city>, <country>Sri Lanka</country></aff><aff id="aff2">Bogor Botanic Gardens</aff>',
    )
    expect(xml).toContain('<author-notes><corresp id="cor1"><email>ayesha@plants.test</email></corresp></author-notes>')
  })

  test('says what each author did, by CRediT', () => {
    const xml = valid({ people: [{ fullName: 'Rabia Khan', credit: ['investigation', 'writing-review-editing'] }] })
    expect(xml).toContain(
      '</name><role vocab="credit" vocab-identifier="https://credit.niso.org/" vocab-term="Investigation" vocab-term-identifier="https://credit.niso.org/contributor-roles/investigation/">Investigation</role>' +
        '<role vocab="credit" vocab-identifier="https://credit.niso.org/" vocab-term="Writing – review &amp; editing" vocab-term-identifier="https://credit.niso.org/contributor-roles/writing-review-editing/">Writing – review &amp; editing</role>',
    )
  })

  test('never names a reviewer', () => {
    const article = testArticle({ people: [{ fullName: 'Rabia Khan' }, { fullName: 'Secret Reviewer' }] })
    const seenByAdministrators = {
      ...article,
      contributors: article.contributors.map((each, index) => ({ ...each, role: index ? 'Reviewer' : 'Author' })),
    } as unknown as Article
    expect(written(seenByAdministrators as unknown as PublicArticle)).not.toContain('Secret')
  })

  test('says who holds the rights and what readers may do', () => {
    const xml = valid({ copyright: '© 2018 The Authors' })
    expect(xml).toContain(
      '<copyright-statement>© 2018 The Authors</copyright-statement><copyright-year>2018</copyright-year><copyright-holder>The Authors</copyright-holder>',
    )
    expect(xml).toContain('<ali:license_ref>https://creativecommons.org/licenses/by/4.0/</ali:license_ref>')
    expect(valid({ copyright: 'All of us. 2018' })).not.toContain('copyright-year')
    expect(valid({ licenceUrl: 'http://[bad' })).toContain('<license license-type="open-access"><ali:license_ref>')
  })

  test.each([
    [{ pageNum: '41-56' }, '<fpage>41</fpage><lpage>56</lpage>'],
    [{ pageNum: '1-5,7-10' }, '<fpage>1</fpage><lpage>10</lpage><page-range>1-5,7-10</page-range>'],
    [{ pageNum: null, elocationId: 'e017' }, '<elocation-id>e017</elocation-id>'],
    [{ pageNum: null, volume: null, issue: null, doi: null, pdfUrl: null }, '</pub-date><permissions>'],
  ])('%j', (place, expected) => expect(valid({ ...place, receivedAt: null, acceptedAt: null })).toContain(expected))

  test('has grants before the sentence about funding, and the works that belong to it', () => {
    const place = { doi: null, accession: null, url: null, relation: null, repository: null }
    const xml = valid({
      fundingStatement: 'Paid by A.',
      awards: [
        { funder: 'Fern <Fund>', ror: 'https://ror.org/025h79t26', number: 'F-7', doi: '10.35802/218300' },
        { funder: 'Moss Fund', ror: null, number: null, doi: null },
      ],
      links: [
        { ...place, kind: 'data', relation: 'generated', doi: '10.5061/dryad.1', repository: 'Dryad' },
        { ...place, kind: 'sequence', accession: 'PRJNA1' },
        { ...place, kind: 'preprint', url: 'https://a.test/p' },
      ],
    })
    expect(xml).toContain(
      '<funding-group><award-group specific-use="record"><funding-source><institution-wrap><institution-id institution-id-type="ror">https://ror.org/025h79t26</institution-id><institution>Fern &lt;Fund&gt;</institution></institution-wrap></funding-source><award-id>F-7</award-id><award-id award-id-type="doi">10.35802/218300</award-id></award-group>',
    )
    expect(xml).toContain('</award-group><funding-statement>Paid by A.</funding-statement></funding-group>')
    expect(xml).toContain(
      'document-id-type="doi" document-id="10.5061/dryad.1" xlink:href="https://doi.org/10.5061/dryad.1">Data, made for this article, Dryad, 10.5061/dryad.1</related-object>',
    )
    expect(xml).toContain('document-id-type="accession" document-id="PRJNA1">')
  })

  test('has each statement in its place, also beside a text', () => {
    const said = {
      ...{ competingInterests: 'A advises B.\n\nC does not.', dataAvailability: 'In Dryad.', permits: 'Permit 7.' },
      ...{ aiUse: 'No AI was used.', acknowledgements: 'We thank <them>.' },
    }
    const xml = valid(said)
    expect(xml).toContain(
      '<author-notes><fn fn-type="coi-statement" specific-use="record"><p>A advises B.</p><p>C does not.</p></fn></author-notes>',
    )
    const back =
      '<sec sec-type="data-availability" specific-use="record"><title>Data availability</title><p>In Dryad.</p></sec>' +
      '<sec sec-type="ethics-statement" specific-use="record"><title>Ethics and permits</title><p>Permit 7.</p></sec>' +
      '<sec sec-type="ai-use" specific-use="record"><title>Use of AI</title><p>No AI was used.</p></sec>' +
      '<ack specific-use="record"><title>Acknowledgements</title><p>We thank &lt;them&gt;.</p></ack>'
    expect(xml).toContain(`<back>${back}</back>`)
    const text = { type: null, language: null, notes: '', related: '' }
    const article = testArticle(said)
    for (const [rest, expected] of [
      ['<body><p>x</p></body>', `</body><back>${back}</back></article>`],
      [
        '<body><p>x</p></body><back><ack><p>y</p></ack></back><floats-group/>',
        `<back><ack><p>y</p></ack>${back}</back><floats-group/>`,
      ],
      ['<body/><back/>', `<body/><back>${back}</back>`],
      [
        '<body><p>x</p></body><sub-article id="s"><front-stub/><back><ack><p>z</p></ack></back></sub-article>',
        `</body><back>${back}</back><sub-article`,
      ],
    ] as const) {
      expect(jats(citationRecord(article, TEST_URL), article, { ...text, rest })).toContain(expected)
    }
  })

  test('has each paragraph of a funding statement', () => {
    expect(valid({ fundingStatement: 'Paid by A.\n\nAnd by B & C.' })).toContain(
      '<funding-group><funding-statement>Paid by A.</funding-statement><funding-statement>And by B &amp; C.</funding-statement></funding-group>',
    )
  })
})

describe('odd articles are valid too', () => {
  const HOSTILE = 'a]]> <b>&amp;</b> \u0000\u0007\uFFFE \uD800 x \uDC00 "\'<!--%[ http://a b'

  test('whatever their texts say', () => {
    const xml = valid({
      ...{ title: HOSTILE, abstract: HOSTILE, keywords: HOSTILE, excerpt: HOSTILE, doi: HOSTILE, pageNum: HOSTILE },
      ...{ elocationId: HOSTILE, copyright: HOSTILE, licenceUrl: HOSTILE, issue: HOSTILE, fundingStatement: HOSTILE },
      ...eachStatement(() => HOSTILE),
      ...{ pdfUrl: HOSTILE, source: { journal: HOSTILE, publisher: HOSTILE } },
      volume: { id: 'v', title: HOSTILE, name: HOSTILE },
      category: { id: 'c', name: HOSTILE },
      people: [
        { fullName: HOSTILE, email: HOSTILE, orcidId: HOSTILE, affiliations: affiliationsOfText(HOSTILE) },
        { fullName: HOSTILE, isGroup: true },
        {
          ...{ fullName: HOSTILE, familyName: HOSTILE, givenNames: HOSTILE },
          affiliations: [affiliationOf({ institution: HOSTILE, city: HOSTILE, country: 'x', ror: HOSTILE, line: 'z' })],
        },
      ],
    })
    expect(xml).not.toMatch(/[\u0000-\u0008\uFFFE]/)
    expect(xml.isWellFormed()).toBe(true)
  })

  test('ten affiliations, and nobody at all', () => {
    const affiliations = affiliationsOfText(Array.from({ length: 10 }, (_, index) => `Garden ${index}`).join(';'))
    const people = ['A One', 'B Two'].map((fullName) => ({ fullName, affiliations }))
    expect(valid({ people }).match(/<aff id=/g)).toHaveLength(10)
    expect(valid({ people: [] })).not.toContain('contrib-group')
  })

  const EVERY_TAG = sanitiseRichText(
    `before<h1>Aims: <em>x</em></h1><p class="align-center">One<br>two <b>b</b><i>i</i><u>u</u><s>s</s>
     H<sub>2</sub>O m<sup>2</sup> <a href="https://a.test/?q=ü&b=%zz">web <img src="https://a.test/i.png" alt="in link"></a>
     <a href="mailto:a@b.test">mail</a><a href="tel:+92 300">call</a></p>
     <h2>Methods</h2><ul><li>a<ul><li>b</li></ul></li><li><h3>c</h3><p>d</p></li>stray</ul><ol><li>1</li></ol><ul></ul>
     <h3>Small</h3><blockquote><p>said</p><ul><li>in it</li></ul></blockquote><blockquote>bare</blockquote>
     <p><img src="https://a.test/a b.png" alt="A leaf"><img src="data:image/png;base64,AAAA" alt="data"></p>
     <h1></h1><p></p><h1>Data</h1>
     <table>loose<thead><tr><th scope="col" colspan="2">Head</th></tr></thead>
     <tbody><tr><td rowspan="2"><p>p</p><ul><li>l</li></ul></td><td><h2>t</h2><table><tr><td>deep</td></tr></table></td></tr>
     <tr></tr></tbody></table><table><thead><tr><th>only head</th></tr></thead></table><table></table>
     <td>lost cell</td><li>lost point</li><strong><p>block in bold</p></strong>`,
  )

  test('an abstract with every tag that it may have', () => {
    const xml = valid({ abstract: EVERY_TAG })
    expect(xml).not.toContain('data:image')
    for (const tag of 'sec title bold italic underline strike sub sup ext-link list list-item disp-quote'.split(' '))
      expect(xml).toContain(`<${tag}`)
    for (const text of ['loose', 'deep', 'lost cell', 'lost point', 'stray', 'only head', 'block in bold'])
      expect(xml).toContain(text)
    expect(xml).toMatch(/<inline-graphic xlink:href="https:\/\/a.test\/a%20b.png"><alt-text>A leaf<\/alt-text>/)
  })

  const TAGS = 'p h1 h2 h3 b em u sub ul ol li a blockquote table thead tbody tr th td br img'.split(' ')
  const piece = fc.oneof(
    fc.constantFrom(...TAGS.map((tag) => `</${tag}>`)),
    fc.constantFrom(...TAGS.map((tag) => `<${tag}>`)),
    fc.constantFrom('<a href="https://a.test/">', '<img src="https://a.test/" alt="leaf">', '<td rowspan="2">', ' '),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  )

  test('any abstract that the cleaner lets through, or that has come another way', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join('')
        valid({ abstract: sanitiseRichText(html) })
        valid({ abstract: html, excerpt: html, title: html })
      }),
      { numRuns: times(100, 10_000) },
    )
  })

  test.each(['<p>', '</p>', '<ul>', '<ul><li>', '<table><tr><td>', '<h1>', '<i>', '<a href="x">', '<blockquote>', '<'])(
    'a tower of %j',
    (tag) => {
      valid({ abstract: `x ${tag.repeat(500)} y ` })
      valid({ abstract: sanitiseRichText(`x ${tag.repeat(90)} y `) })
    },
  )
})
