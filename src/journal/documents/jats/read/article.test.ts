import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { affiliationOf, type Affiliation } from '../../../../contract/rules/people/affiliations.ts'
import { eachStatement } from '../../../../contract/rules/articles/statements.ts'
import { journal } from '../../../../../journal.config.ts'
import { readBody } from './body.ts'
import { parseJats } from '../model/parse.ts'
import { readJats } from './article.ts'
import { plainText } from '../model/runs.ts'

const parsed = (name: string) =>
  parseJats(readFileSync(join(import.meta.dirname, '../../../../../tests/fixtures/jats', name)))
const article = (name: string) => readJats(parsed(name))

/** A minimal article with the given metadata. */
const withMeta = (meta: string, attributes = '') =>
  readJats(
    parseJats(
      Buffer.from(
        `<article xmlns:xlink="x" ${attributes}><front><article-meta><title-group><article-title>T</article-title></title-group>` +
          `${meta}${meta.includes('<pub-date') ? '' : '<pub-date pub-type="epub"><day>1</day><month>2</month><year>2024</year></pub-date>'}` +
          '</article-meta></front></article>',
      ),
    ),
  )

const lines = (affiliations: Affiliation[]) => affiliations.map(({ line }) => line)

const BRNO = affiliationOf({ institution: 'Institute of Seeds', city: 'Brno', country: 'Czechia' })
const UTRECHT = affiliationOf({ institution: 'Department of Botany, University of Plants, Utrecht, the Netherlands' })

test('an ordinary article', () => {
  expect(article('plain.xml')).toEqual({
    title: 'Light &amp; germination in <i>Carex</i>: CO<sub>2</sub> at &lt; 5 °C: a first look',
    abstract:
      '<p>Seeds of <em>Carex</em> germinate late, and nobody knows why. We tried <em>μ</em> = 10<sup>−3</sup> mol of light; see <a href="https://example.org/data" rel="noopener">our data</a>.</p>',
    keyMessage:
      'Seeds of <i>Carex</i> germinate late, and nobody knows why. We tried <i>μ</i> = 10<sup>−3</sup> mol of light; see our data.',
    keywords: ['Carex', 'light'],
    statements: eachStatement(() => null),
    category: 'Seed Biology',
    contributors: [
      {
        fullName: 'Bruno Kovář Jr.',
        familyName: 'Kovář',
        givenNames: 'Bruno',
        isGroup: false,
        affiliations: [BRNO, UTRECHT],
        orcid: '0000-0002-1825-0097',
        orcidAuthenticated: true,
        credit: [],
        corresponding: true,
        email: 'bruno@example.org',
      },
      {
        fullName: 'Anna van der Berg',
        familyName: 'van der Berg',
        givenNames: 'Anna',
        isGroup: false,
        affiliations: [UTRECHT],
        orcid: null,
        orcidAuthenticated: false,
        credit: [],
        corresponding: false,
        email: '',
      },
    ],
    volume: 'Volume 7',
    issue: '3-4',
    material: { vouchers: [], permitDetails: [], newNames: [] },
    pages: '12-27',
    elocationId: null,
    publishedOn: '2024-03-05',
    receivedOn: '2023-10-01',
    revisedOn: null,
    acceptedOn: null,
    licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
    copyright: 'Copyright © 2024 Kovář and van der Berg',
    doi: '10.5555/Test.1',
    source: { journal: 'Testing Botany', publisher: 'Test Press' },
    language: 'en',
    warnings: [],
  })
})

test('a structured abstract, a teaser and shared notes to the authors', () => {
  const read = article('structured.xml')
  expect(read.abstract).toBe(
    '<h3>Background</h3><p>Maize wilts.</p><h3>Results</h3><p>It recovers.</p><ul><li>by night;</li><li>in rain</li></ul>',
  )
  expect(read.keyMessage).toBe('Maize that wilts by day recovers by night.')
  expect(read.keywords).toEqual(['maize', 'drought', 'wilting'])
  expect(read.category).toBe('Plant Science')
  expect(read.contributors.map(({ fullName, corresponding, email }) => [fullName, corresponding, email])).toEqual([
    ['Devinder Sandhu', true, 'second@example.org'],
    ['Kulvinder S. Gill', true, 'first@example.org'],
    ['Hong-Li Chou', false, ''],
  ])
  expect(read.contributors.map(({ affiliations }) => lines(affiliations))).toEqual(
    Array(3).fill(['Sandhu Laboratory of Maize, Riverside, USA']),
  )
  // Published in June but accepted later in that month: not before that day.
  expect([read.publishedOn, read.acceptedOn, read.volume, read.pages, read.elocationId]).toEqual([
    '2024-06-11',
    '2024-06-11',
    null,
    null,
    'e17',
  ])
  expect([read.licenceUrl, read.copyright]).toEqual([
    'https://creativecommons.org/licenses/by-nc/3.0/',
    '© 2024 Sandhu et al.',
  ])
  expect(read.source).toBeNull()
})

test('groups, eastern names and single names; little else known', () => {
  const read = article('group-author.xml')
  expect(
    read.contributors.map(({ fullName, familyName, givenNames, isGroup, affiliations }) => [
      ...[fullName, familyName, givenNames, isGroup],
      ...lines(affiliations),
    ]),
  ).toEqual([
    ['The Moss Group', null, null, true],
    ['Okano Yuki', 'Okano', 'Yuki', false, 'Moss Museum, Japan'],
    ['Suharto', 'Suharto', null, false],
  ])
  expect([read.category, read.pages, read.elocationId, read.doi, read.abstract]).toEqual([
    'Review Article',
    null,
    'S3-S9',
    null,
    '',
  ])
  expect(read.warnings).toEqual([
    'The file has no abstract.',
    'The file names no licence: the journal’s own is shown.',
    'The file does not say who the corresponding author is.',
  ])
})

test('an iD with a wrong check digit is left out and said', () => {
  const read = article('bad-orcid.xml')
  expect(read.contributors[0]).toMatchObject({ orcid: null, orcidAuthenticated: false })
  expect(read.warnings[0]).toBe(
    'The ORCID iD of Ada Fern ("https://orcid.org/0000-0002-1825-0098") is not a valid one and was left out.',
  )
})

describe('the publication date', () => {
  const date = (type: string, ...parts: [number, number?, number?]) =>
    `<pub-date ${type}>${['year', 'month', 'day'].map((name, index) => (parts[index] ? `<${name}>${parts[index]}</${name}>` : '')).join('')}</pub-date>`
  test.each([
    ['online before print', date('pub-type="ppub"', 2024, 5, 1) + date('pub-type="epub"', 2024, 2, 3), '2024-02-03'],
    [
      'a full date before a year',
      date('pub-type="collection"', 2024) + date('pub-type="ppub"', 2023, 12, 31),
      '2023-12-31',
    ],
    ['not the archive’s', date('pub-type="pmc-release"', 2025, 1, 1) + date('pub-type="ppub"', 2024, 5), '2024-05-01'],
    ['the archive’s when there is no other', date('pub-type="pmc-release"', 2025, 1, 1), '2025-01-01'],
    ['a day that does not exist', date('pub-type="epub"', 2024, 2, 31), '2024-02-01'],
    ['a year', date('pub-type="collection"', 2024), '2024-01-01'],
  ])('%s', (_name, meta, day) => {
    expect(withMeta(meta).publishedOn).toBe(day)
  })
})

describe('the category', () => {
  const group = (type: string, ...subjects: string[]) =>
    `<subj-group subj-group-type="${type}">${subjects.map((subject) => `<subject>${subject}</subject>`).join('')}</subj-group>`
  test.each([
    [
      group('heading', 'Research Article') + group('Discipline-v3', 'Biology and Life Sciences'),
      'Biology and Life Sciences',
    ],
    [group('heading', 'Ecology') + group('leader', 'Research Article'), 'Ecology'],
    [group('hwp-journal-coll', '1001', '60') + group('heading', 'Original Article'), 'Original Article'],
    [
      group('heading', 'Monograph') + group('geographical_area', 'Asia') + group('scientific_subject', 'Checklists'),
      'Checklists',
    ],
    [group('heading', 'Research Papers') + group('toc', 'Cell Biology'), 'Cell Biology'],
    ['', 'Brief Report'],
  ])('%s', (groups, category) => {
    expect(
      withMeta(groups && `<article-categories>${groups}</article-categories>`, 'article-type="brief-report"').category,
    ).toBe(category)
  })
})

describe('the corresponding author', () => {
  const author = (surname: string, given: string, more = '') =>
    `<contrib contrib-type="author"><name><surname>${surname}</surname><given-names>${given}</given-names></name>${more}</contrib>`
  const notes = (note: string) => `<author-notes>${note}</author-notes>`
  test.each([
    [
      'named in a note',
      author('Fern', 'Ada') + author('Moss', 'Gary A.'),
      notes('<corresp>Corresponding author: Gary A. Moss (<email>a@b.org</email>)</corresp>'),
      ['', 'a@b.org'],
    ],
    [
      'by address',
      author('Song', 'Jiancheng', '<xref ref-type="corresp" rid="c"/>') +
        author('Jameson', 'Paula', '<xref ref-type="corresp" rid="c"/>'),
      notes('<corresp id="c"><email>paula.jameson@b.nz</email>; <email>jcsong88@b.org</email></corresp>'),
      ['jcsong88@b.org', 'paula.jameson@b.nz'],
    ],
    [
      'a note that is a footnote',
      author('Fern', 'Ada', '<xref ref-type="fn" rid="c"/>') + author('Moss', 'Bo'),
      notes('<fn fn-type="corresp" id="c"><p>*Correspondence: a@b.org</p></fn>'),
      ['a@b.org', ''],
    ],
    ['the only author', author('Fern', 'Ada'), notes('<corresp><email>a@b.org</email></corresp>'), ['a@b.org']],
  ])('%s', (_name, authors, more, emails) => {
    const { contributors } = withMeta(`<contrib-group>${authors}</contrib-group>${more}`)
    expect(contributors.map(({ corresponding, email }) => (corresponding ? email : ''))).toEqual(emails)
  })
})

test.each([
  ['<role vocab="credit" vocab-term="Software">Wrote it</role>', ['software']],
  ['<role content-type="http://credit.niso.org/contributor-roles/data-curation/">x</role>', ['data-curation']],
  [
    '<role vocab="CRediT" vocab-term-identifier="https://credit.niso.org/contributor-roles/software/">x</role>',
    ['software'],
  ],
  ['<role vocab="credit">Formal Analysis</role><role vocab="credit">Software</role>', ['software', 'formal-analysis']],
  ['<role>Software</role><role>Professor</role>', []],
])('a role by CRediT: %s', (roles, credit) => {
  const contributor = `<contrib contrib-type="author"><name><surname>Fern</surname></name>${roles}</contrib>`
  expect(withMeta(`<contrib-group>${contributor}</contrib-group>`).contributors[0]!.credit).toEqual(credit)
})

describe('other statements', () => {
  const BACK =
    '<ack><p>We thank the Bog Fund.</p></ack><sec sec-type="data-availability"><title>Data</title><p>Here.</p></sec>'
  const read = (body: string, back: string) =>
    readJats(
      parseJats(
        Buffer.from(
          `<article><front><article-meta><title-group><article-title>T</article-title></title-group><author-notes><fn fn-type="conflict"><p>None.</p></fn></author-notes><pub-date><year>2024</year></pub-date></article-meta></front>${body}<back>${back}</back></article>`,
        ),
      ),
    ).statements

  test('are read where there is no text, and stay in the text where there is one', () => {
    const none = eachStatement(() => null)
    expect(read('', BACK)).toEqual({
      ...none,
      ...{ competingInterests: 'None.', dataAvailability: 'Here.', acknowledgements: 'We thank the Bog Fund.' },
    })
    expect(read('<body><p>Text.</p></body>', BACK)).toEqual(none)
  })
})

describe('a funding statement', () => {
  const read = (meta: string, back = '') =>
    readJats(
      parseJats(
        Buffer.from(
          `<article><front><article-meta><title-group><article-title>T</article-title></title-group><pub-date><year>2024</year></pub-date>${meta}</article-meta></front><back>${back}</back></article>`,
        ),
      ),
    ).statements.fundingStatement
  const GROUP =
    '<funding-group><award-group><funding-source>Fern Fund</funding-source></award-group><funding-statement>The <italic>Fern</italic> Fund paid.</funding-statement></funding-group>'
  const NOTE = '<fn-group><fn fn-type="financial-disclosure"><p>The Moss Fund.</p><p>Grant 7.</p></fn></fn-group>'

  test.each([
    ['in its own place', GROUP, NOTE, 'The Fern Fund paid.'],
    ['in a note', '', NOTE, 'The Moss Fund.\n\nGrant 7.'],
    [
      'in a section',
      '',
      '<sec sec-type="funding-information"><title>Funding</title><p>The Bog Fund.</p></sec>',
      'The Bog Fund.',
    ],
    [
      'in a section of notes',
      '',
      '<notes notes-type="funding-information"><title>Funding</title><p>Bog.</p></notes>',
      'Bog.',
    ],
    [
      'nowhere',
      '',
      '<ack><p>We thank the Bog Fund.</p></ack><fn-group><fn fn-type="con"><p>A did it.</p></fn></fn-group>',
      null,
    ],
  ])('%s', (_where, meta, back, statement) => {
    expect(read(meta, back)).toBe(statement)
  })
})

describe('affiliations', () => {
  test.each([
    [
      '<label>1</label><institution-wrap><institution-id>0000</institution-id><institution>School of Plants, </institution><institution>University of A, </institution></institution-wrap>Nanjing, 210008 China ',
      'School of Plants, University of A, Nanjing, 210008 China',
    ],
    [
      '<institution content-type="dept">Genetics</institution><institution>University of B</institution><addr-line>Madison</addr-line><country>USA</country>',
      'Genetics, University of B, Madison, USA',
    ],
    [
      '<named-content content-type="post-code">3508 TB</named-content> <named-content content-type="city">Utrecht</named-content> <country>the Netherlands</country>',
      '3508 TB Utrecht, the Netherlands',
    ],
    [' <sup>1</sup>Centre for C, Punjab 151001, India', 'Centre for C, Punjab 151001, India'],
    [
      'Department of Food, Greece; <email>a@b.gr</email> (G.T.); <email>c@b.gr</email> (E.S.)',
      'Department of Food, Greece',
    ],
    ['Baitadi, Farwest Nepal Nepal', 'Baitadi, Farwest Nepal'],
    ['1Centre for C, India', 'Centre for C, India'],
    ['<bold><sup>a</sup></bold> Centre for C', 'Centre for C'],
    ['b) Centre for C', 'Centre for C'],
    ['†Centre for C, and ', 'Centre for C'],
    ['3M Research, 19<sup>th</sup> Street', '3M Research, 19th Street'],
  ])('%s', (aff, line) => {
    const { contributors } = withMeta(
      `<contrib-group><contrib><name><surname>A</surname><given-names>B</given-names></name><aff>${aff}</aff></contrib></contrib-group>`,
    )
    expect(lines(contributors[0]!.affiliations)).toEqual([line])
  })

  test.each([
    [
      'what is marked',
      '<institution content-type="dept">Genetics</institution>, <institution>University of B</institution>, <city>Madison</city>, <country country="US">USA</country>',
      { department: 'Genetics', institution: 'University of B', city: 'Madison', country: 'USA' },
      'Genetics, University of B, Madison, USA',
    ],
    [
      'the line as printed where its parts would make another',
      '<institution>University of B</institution>, <addr-line content-type="city">Madison</addr-line>, WI 53706, <country>USA</country>',
      { institution: 'University of B', city: 'Madison', country: 'USA' },
      'University of B, Madison, WI 53706, USA',
    ],
    [
      'all before the country where no institution is marked',
      'Department of Food, University of D, <country>Greece</country>',
      { institution: 'Department of Food, University of D', country: 'Greece' },
      'Department of Food, University of D, Greece',
    ],
    [
      'the whole line where nothing is marked',
      'Centre for C, India',
      { institution: 'Centre for C, India' },
      'Centre for C, India',
    ],
    [
      'a ROR ID, written in full',
      '<institution-wrap><institution-id institution-id-type="ror">https://ror.org/05dxps055</institution-id><institution>Caltech</institution></institution-wrap>, <country>USA</country>',
      { institution: 'Caltech', country: 'USA', ror: 'https://ror.org/05dxps055' },
      'Caltech, USA',
    ],
    [
      'no other id, and no wrong one',
      '<institution-wrap><institution-id institution-id-type="grid">grid.20861.3d</institution-id><institution-id institution-id-type="ror">https://ror.org/05dxps056</institution-id><institution>Caltech</institution></institution-wrap>',
      { institution: 'Caltech' },
      'Caltech',
    ],
  ])('keep %s', (_name, aff, parts, line) => {
    const { contributors } = withMeta(
      `<contrib-group><contrib><name><surname>A</surname><given-names>B</given-names></name><aff>${aff}</aff></contrib></contrib-group>`,
    )
    expect(contributors[0]!.affiliations).toEqual([
      { ...{ institution: '', department: null, city: null, country: null, ror: null }, ...parts, line },
    ])
  })

  test('several in one element are parted at their marks; each author has those he carries', () => {
    const author = (marks: string) =>
      `<contrib><name><surname>A</surname><given-names>B</given-names></name><xref ref-type="aff" rid="a1">${marks}</xref></contrib>`
    const { contributors } = withMeta(
      `<contrib-group>${author('1,2')}${author('<sup>2</sup>')}${author('')}<aff id="a1"><sup>1</sup>Dept of C, <email>a@b.org</email>; <sup>2</sup>Institute of D</aff></contrib-group>`,
    )
    expect(contributors.map(({ affiliations }) => lines(affiliations))).toEqual([
      ['Dept of C', 'Institute of D'],
      ['Institute of D'],
      ['Dept of C', 'Institute of D'],
    ])
  })

  test('the same written twice is one', () => {
    const aff = (text: string, id: string) => `<aff id="${id}"><label>${id}</label>${text}</aff>`
    const { contributors } = withMeta(
      `<contrib-group><contrib><name><surname>A</surname><given-names>B</given-names></name><xref ref-type="aff" rid="x y"/><xref ref-type="aff" rid="x"/></contrib>${aff('University of C, USA', 'x')}${aff('University of C, Usa.', 'y')}</contrib-group>`,
    )
    expect(lines(contributors[0]!.affiliations)).toEqual(['University of C, USA'])
  })

  test('where someone went, or that they died, is no affiliation', () => {
    const { contributors } = withMeta(
      '<contrib-group><contrib><name><surname>A</surname><given-names>B</given-names></name><aff>Present address: Elsewhere</aff><aff>Deceased</aff></contrib></contrib-group>',
    )
    expect(contributors[0]!.affiliations).toEqual([])
  })
})

test('this journal’s own articles have no other source', () => {
  const own = (title: string, permissions = '') =>
    readJats(
      parseJats(
        Buffer.from(
          `<article><front><journal-meta><journal-title>${title}</journal-title></journal-meta><article-meta><title-group><article-title>T</article-title></title-group><pub-date><year>2024</year></pub-date>${permissions}</article-meta></front></article>`,
        ),
      ),
    )
  expect(own(journal.name.toUpperCase()).source).toBeNull()
  const licence = '<permissions><license><license-p>CC BY 4.0</license-p></license></permissions>'
  expect(own('Another', licence).source).toEqual({ journal: 'Another', publisher: null })
  expect(() => own('Another')).toThrow('The article is from Another and names no licence.')
})

test('the text of an article, block by block', () => {
  const body = readBody(parsed('plain.xml'))
  expect(
    body.blocks.map((block) => [
      block.kind,
      'runs' in block ? plainText(block.runs) : 'items' in block ? block.items.map(plainText) : '',
    ]),
  ).toEqual([
    ['heading', 'Introduction'],
    ['paragraph', 'Sedges are many [1].'],
    ['table', ''],
    ['heading', 'Questions'],
    ['list', ['When?', 'Why?']],
  ])
  expect(body.back.map((block) => 'runs' in block && plainText(block.runs))).toEqual([
    'Acknowledgements',
    'We thank the bog.',
  ])
  expect(body.references.map(({ label, runs }) => `${label} ${plainText(runs)}`)).toEqual([
    '1 Green F (2001) On sedges. Bog 3: 1–9. https://doi.org/10.5555/bog.3.',
    '2 Brown D. Seeds of the north. Test Press; 1999.',
  ])
})
