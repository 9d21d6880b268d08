import { describe, expect, test } from 'vitest'
import { eachStatement } from './statements.ts'
import {
  callsForNotice,
  type ChangeKind,
  differenceWords,
  proposalFor,
  weighChanges,
  type WeighedArticle,
} from './change-weight.ts'
import { CORRECTION_FIELDS, type CorrectionField } from './statements.ts'

const author = (name: string, rest: Partial<WeighedArticle['contributors'][number]> = {}) => ({
  ...{ key: name, name, role: 'Author', affiliations: ['Institute of Botany, Multan'], other: '' },
  ...rest,
})
const [AYESHA, BRUNO, CARLA] = [author('Ayesha Malik'), author('Bruno Kovář'), author('Carla Rossi')]

const BASE: WeighedArticle = {
  ...(Object.fromEntries(Object.keys(CORRECTION_FIELDS).map((field) => [field, ''])) as Record<
    Exclude<CorrectionField, 'vouchers' | 'permitDetails' | 'newNames'>,
    ''
  >),
  ...eachStatement(() => ''),
  ...{ vouchers: [], permitDetails: [], newNames: [] },
  contributors: [AYESHA, BRUNO, CARLA],
  fullText: null,
}
const weigh = (before: Partial<WeighedArticle>, after: Partial<WeighedArticle>) =>
  weighChanges({ ...BASE, ...before }, { ...BASE, ...after })
const inAbstract = (before: string, after: string) => weigh({ abstract: before }, { abstract: after })

/** Sixty corrections as they reach a journal, each with what it is. */
const GRAVE: [ChangeKind, string, string][] = [
  ['number', 'Refilling returned 5.1 kg in June', 'Refilling returned 3.4 kg in June'],
  ['number', '<p>24% of daily use</p>', '<p>16% of daily use</p>'],
  ['number', 'in 2,024 plots', 'in 2,042 plots'],
  ['number', 'yields of 5.1 t/ha', 'yields of 5.10 t/ha'],
  ['number', 'a change of 4 K', 'a change of -4 K'],
  ['number', '10<sup>5</sup> spores', '10<sup>6</sup> spores'],
  ['number', '10<sup>5</sup> spores', '105 spores'],
  ['number', 'p = 0.049', 'p = 0.49'],
  ['number', 'between 14–18 days', 'between 14–19 days'],
  ['number', 'n = 12 trees', 'n = 21 trees'],
  ['number', 'accession AB123456', 'accession AB123465'],
  ['number', 'harvested in 2023', 'harvested in 2024'],
  ['number', 'the 5kg sample', 'the 6kg sample'],
  ['numberInWords', 'About a quarter of the water', 'About a sixth of the water'],
  ['numberInWords', 'in twelve plots', 'in twenty plots'],
  ['numberInWords', 'it doubled', 'it tripled'],
  ['numberInWords', 'watered twice a week', 'watered once a week'],
  ['numberInWords', 'two of three soils', 'one of three soils'],
  ['numberInWords', 'for weeks', 'four weeks'],
  ['numberInWords', 'half of the seeds', 'a third of the seeds'],
  ['unit', 'Refilling returned 5.1 kg', 'Refilling returned 5.1 g'],
  ['unit', 'doses of 20 mg L⁻¹', 'doses of 20 µg L⁻¹'],
  ['unit', '6.1 t/ha', '6.1 kg/ha'],
  ['unit', 'a leaf of 12 mm', 'a leaf of 12 cm'],
  ['unit', 'at 40 °C', 'at 40 °F'],
  ['unit', 'at -1.5 MPa', 'at -1.5 kPa'],
  ['unit', '5kg', '5mg'],
  ['unit', 'after 48 h', 'after 48 d'],
  ['unit', 'plots of 12 m', 'plots of 12 km'],
  ['unit', 'of 3 mol', 'of 3 mmol'],
  ['latinName', 'under <i>Prosopis cineraria</i>', 'under <i>Prosopis juliflora</i>'],
  ['latinName', 'under <i>Prosopis cineraria</i>', 'under <i>Acacia nilotica</i>'],
  ['latinName', 'under <i>P. cineraria</i>', 'under <i>P. juliflora</i>'],
  ['latinName', 'leaves of Oryza sativa', 'leaves of Oryza glaberrima'],
  ['latinName', '<i>Zea mays</i> L.', '<i>Zea mays</i> subsp. <i>parviglumis</i>'],
  ['latinName', 'of <i>Ferula foetida</i>', 'of <i>Heracleum persicum</i>'],
  ['latinName', 'in <em>Vitis vinifera</em>', 'in <em>Vitis sylvestris</em>'],
  ['latinName', 'by P. infestans', 'by P. capsici'],
  ['statement', 'yield increased', 'yield decreased'],
  ['statement', 'the effect was significant', 'the effect was not significant'],
  ['statement', 'the effect was significant', 'the effect was insignificant'],
  ['statement', 'at p < α', 'at p > α'],
  ['statement', 'male flowers', 'female flowers'],
  ['statement', 'in the root', 'in the shoot'],
  ['statement', 'from plots in Punjab', 'from plots in Sindh'],
  ['statement', 'Growth stopped.', 'Growth stopped. A similar share has been found in other desert trees.'],
  ['statement', 'hypotonic solution', 'hypertonic solution'],
  ['statement', 'with ABA', 'with IAA'],
  ['figure', '<p>See <img src="/a.png"></p>', '<p>See <img src="/b.png"></p>'],
  ['figure', '<p>See</p>', '<p>See <img src="/b.png"></p>'],
]
const GRAVE_FIELDS: [ChangeKind, Partial<WeighedArticle>, Partial<WeighedArticle>][] = [
  ['author', {}, { contributors: [AYESHA, BRUNO] }],
  ['author', {}, { contributors: [AYESHA, BRUNO, CARLA, author('Dilrabo Saidzod')] }],
  ['author', {}, { contributors: [AYESHA, author('Bruno Kovar', { key: BRUNO.key }), CARLA] }],
  ['author', {}, { contributors: [{ ...AYESHA, role: 'Corresponding Author' }, BRUNO, CARLA] }],
  ['authorOrder', {}, { contributors: [BRUNO, AYESHA, CARLA] }],
  ['affiliation', {}, { contributors: [AYESHA, BRUNO, { ...CARLA, affiliations: ['Kew, London'] }] }],
  ['figure', { imageUrl: '/files/a/image' }, { imageUrl: '/files/b/image' }],
  ['unread', { pdfUrl: '/blog/a.pdf' }, { pdfUrl: '/files/b' }],
  ['unread', { supplements: 'Counts, a.csv\t/files/a/a.csv' }, { supplements: 'Counts, a.csv\t/files/b/a.csv' }],
  ['unread', {}, { supplements: 'Counts, a.csv\t/files/a/a.csv' }],
  [
    'number',
    { supplements: 'Counts of 7 plots\t/files/a/a.csv' },
    { supplements: 'Counts of 8 plots\t/files/a/a.csv' },
  ],
  ['statement', {}, { fundingStatement: 'Paid by the Sample Seed Company.' }],
  ['statement', {}, { awards: 'Fern Fund, grant' }],
  ['number', { links: 'Data, Dryad, 10.5061/a' }, { links: 'Data, Dryad, 10.5062/a' }],
  ['statement', {}, { competingInterests: 'None declared.' }],
  ['statement', { aiUse: 'No AI was used.' }, { aiUse: 'No AI was used .' }],
  ['statement', { permits: 'Permit by the Forest Department.' }, { permits: '' }],
  ['latinName', { keywords: 'roots, Oryza sativa' }, { keywords: 'roots, Oryza glaberrima' }],
]

/** Twenty typing errors. */
const TYPOS: [ChangeKind, string, string][] = [
  ['spelling', 'We thank the familys of the fields', 'We thank the families of the fields'],
  ['spelling', 'teh leaves', 'the leaves'],
  ['spelling', 'photosyntesis in shade', 'photosynthesis in shade'],
  ['spelling', 'the the roots', 'the roots'],
  ['spelling', 'leaves leaves fell', 'leaves fell'],
  ['spelling', 'in in spring', 'in spring'],
  ['spelling', 'a the soil', 'the soil'],
  ['spelling', 'data base of seeds', 'database of seeds'],
  ['spelling', 'tow weeks', 'two weeks'],
  ['spelling', 'grown form seed', 'grown from seed'],
  ['spelling', 'flowers which opens', 'flowers which open'],
  ['spelling', 'occured in spring', 'occurred in spring'],
  ['spelling', 'the experiement', 'the experiment'],
  ['spelling', 'a enviroment', 'an environment'],
  ['punctuation', 'roots stems and leaves', 'roots, stems and leaves'],
  ['punctuation', 'in 14-18 days', 'in 14–18 days'],
  ['punctuation', 'the “leaf"', 'the “leaf”'],
  ['punctuation', 'Sentence one ends here', 'Sentence one ends here.'],
  ['formatting', '<p>of leaves</p>', '<p>of <strong>leaves</strong></p>'],
  ['formatting', 'of Prosopis cineraria', 'of <i>Prosopis cineraria</i>'],
]

test('the prepared corrections are more than sixty, and twenty typing errors', () => {
  expect([GRAVE.length + GRAVE_FIELDS.length, TYPOS.length]).toEqual([68, 20])
})

describe('a notice is proposed', () => {
  test.each(GRAVE)('%s: %s → %s', (kind, before, after) => {
    const found = inAbstract(before, after)
    expect(found.map((one) => one.kind)).toEqual([kind])
    expect(proposalFor(found).weight).toBe('notice')
  })
  test.each(GRAVE_FIELDS)('%s: %j → %j', (kind, before, after) => {
    const found = weigh(before, after)
    expect(found.map((one) => one.kind)).toEqual([kind])
    expect(proposalFor(found).weight).toBe('notice')
  })
})

describe('a small change is proposed', () => {
  test.each(TYPOS)('%s: %s → %s', (kind, before, after) => {
    const found = inAbstract(before, after)
    expect(found.map((one) => one.kind)).toEqual([kind])
    expect(proposalFor(found).weight).toBe('small')
  })
  test('where an article appears, its keywords, and how its authors are reached', () => {
    const found = weigh(
      { pageNum: '1-9', keywords: 'roots' },
      { pageNum: '1-10', keywords: 'roots, soil', contributors: [{ ...AYESHA, other: 'a@b.test' }, BRUNO, CARLA] },
    )
    expect(found.filter(callsForNotice)).toEqual([])
    expect(proposalFor(found).grounds).toBe('Only this changes: keywords, where it appears and identifiers.')
  })
})

test('each passage has its own weight, and says what is to be seen of it', () => {
  const apart = ' and the rest of it stays as it was in every one of these plots for all of the years'
  const found = inAbstract(
    `<p>Night returned 5.1 kg in June, 24% of daily use${apart}. We thank the familys.</p>`,
    `<p>Night returned 3.4 kg in June, 16% of daily use${apart}. We thank the families.</p>`,
  )
  expect(found.map((one) => [one.where, differenceWords(one)])).toEqual([
    ['Abstract', '2 numbers'],
    ['Abstract', 'Spelling'],
  ])
  expect(found[0]!.runs.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'same: Night returned',
    'removed: 5.1',
    'added: 3.4',
    'same: kg in June,',
    'removed: 24%',
    'added: 16%',
    'same: of daily use and the',
  ])
  expect(proposalFor(found)).toEqual({ weight: 'notice', grounds: 'Numbers change in the abstract.' })
})

test('a full text is weighed under its headings; what cannot be read calls for a notice', () => {
  const text = (result: string, reference: string) =>
    `<h2>Results</h2><p>It was ${result} kg.</p><h2>References</h2><ol><li>Mirwani Z. ${reference}</li></ol>`
  const change = { fullTextUrl: '/files/b' }
  const found = weigh(
    { fullTextUrl: '/files/a', fullText: text('5.1', 'Stem water') },
    { ...change, fullText: text('3.4', 'Stem water in 2 trees') },
  )
  expect(found.map((one) => [one.where, one.kind])).toEqual([
    ['Results', 'number'],
    ['References', 'reference'],
  ])
  const unread = weigh({ fullTextUrl: '/files/a' }, { ...change, fullText: text('3.4', '') })
  expect(unread.map((one) => [one.where, one.kind])).toEqual([['Full text', 'unread']])
})

test('what a person typed is text, never a pattern', () => {
  const found = inAbstract('a (((b* [c \\d+ $& leaf', 'a (((b* [c \\d+ $& roots')
  expect(found.map(({ kind }) => kind)).toEqual(['statement'])
})

test.each([
  ['words', 'a b ', 'b a c '],
  ['one letter', 'a ', 'a a b '],
  ['numbers', '1 ', '2 '],
  ['one word', 'ab', 'ba'],
  ['tags', '<i>a', '<b>b'],
  ['open tags', '<', '<a'],
  ['entities', '&amp; ', '&lt; '],
  ['names', '<i>Oryza sativa</i> ', '<i>Oryza glauca</i> '],
])('two texts of a megabyte are weighed in time in proportion: %s', (_, one, other) => {
  const text = (unit: string) => unit.repeat(Math.floor(1_000_000 / unit.length))
  const found = inAbstract(text(one), text(other))
  expect(found.length).toBeLessThan(40)
  expect(JSON.stringify(found).length).toBeLessThan(100_000)
})

describe('a list of plants', () => {
  const row = (line: string, identifiers = '') => ({ line, identifiers })
  test.each([
    ['statement', { vouchers: [row('Rosa a: Malik 1 (K)')] }, { vouchers: [row('Rosa a: Malik 1 (E)')] }],
    ['statement', { permitDetails: [] }, { permitDetails: [row('Forest Department, permit 7')] }],
    ['latinName', { newNames: [row('Rosa nova')] }, { newNames: [] }],
    ['identifier', { vouchers: [row('Rosa a: Malik 1 (K)')] }, { vouchers: [row('Rosa a: Malik 1 (K)', 'K 000123')] }],
    ['identifier', { newNames: [row('Rosa nova')] }, { newNames: [row('Rosa nova', '77123456-1')] }],
    ['formatting', { vouchers: [row('a'), row('b')] }, { vouchers: [row('b'), row('a')] }],
  ] as const)('differs by a %s', (kind, before, after) => {
    expect(weigh(before, after)).toMatchObject([{ kind }])
    expect(weigh(before, before)).toEqual([])
  })

  test('that differs calls for a notice, unless only an identifier does', () => {
    const weightOf = (before: Partial<WeighedArticle>, after: Partial<WeighedArticle>) =>
      proposalFor(weigh(before, after))
    expect(weightOf({ newNames: [row('Rosa nova')] }, { newNames: [row('Rosa novae')] })).toEqual({
      weight: 'notice',
      grounds: 'Latin names change in the new names.',
    })
    expect(weightOf({ vouchers: [row('a')] }, { vouchers: [row('a', 'K 1')] }).weight).toBe('small')
  })
})
