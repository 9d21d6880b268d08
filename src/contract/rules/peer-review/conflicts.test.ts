import { describe, expect, test } from 'vitest'
import {
  conflictsWithAuthors,
  editorialFinding,
  jointArticles,
  namesIn,
  suggestionWarning,
  type Candidate,
  type ManuscriptAuthor,
} from './conflicts.ts'
import { institutionalDomain } from '../people/email-domains.ts'
import { affiliationOf, affiliationsOfText, type TypedAffiliation } from '../people/affiliations.ts'

const candidate = (more: Partial<Candidate> = {}): Candidate => ({
  fullName: 'Sara Lund',
  emails: ['sara@lund.test'],
  orcid: null,
  affiliation: '',
  ...more,
})
const author = (more: Partial<ManuscriptAuthor> = {}): ManuscriptAuthor => ({
  fullName: 'Nasreen Baloch',
  email: 'n.baloch@bzu.edu.pk',
  orcid: '0000-0002-1825-0097',
  affiliations: [],
  ...more,
})
const at = (...typed: (TypedAffiliation | string)[]) =>
  typed.flatMap((one) => (typeof one === 'string' ? affiliationsOfText(one) : [affiliationOf(one)]))

/** What is found, as 'weight: sentence'. */
const found = (who: Partial<Candidate>, ...authors: Partial<ManuscriptAuthor>[]) =>
  conflictsWithAuthors(candidate(who), authors.map(author)).map(({ weight, sentence }) => `${weight}: ${sentence}`)

describe('what a candidate shares with authors', () => {
  const UNIVERSITY = { institution: 'University of Lund', department: 'Botany', city: 'Lund', country: 'Sweden' }
  test.each<[string, Partial<Candidate>, Partial<ManuscriptAuthor>, string[]]>([
    ['nothing', {}, {}, []],
    [
      'an ORCID iD',
      { orcid: '0000-0002-1825-0097' },
      {},
      ['impossible: Has the same ORCID iD as the author Nasreen Baloch'],
    ],
    ['no ORCID iD on either side', { orcid: null }, { orcid: null }, []],
    [
      'an address in another letter case, which is not the preferred one',
      { emails: ['sara@lund.test', 'N.Baloch@BZU.edu.pk'] },
      {},
      ['impossible: Has the same email address as the author Nasreen Baloch'],
    ],
    ['no address on either side', { emails: [''] }, { email: '' }, []],
    ['the account', { userId: 'u1' }, { userId: 'u1' }, ['impossible: Has submitted this manuscript']],
    ['no account on either side', { userId: null }, { userId: null }, []],
    [
      'a name, with or without accents',
      { fullName: 'Nasréen  BALOCH' },
      {},
      ['conflict: May be the author Nasreen Baloch: the names are alike'],
    ],
    [
      'a name with the family name first',
      { fullName: 'Baloch, Nasreen' },
      {},
      ['conflict: May be the author Nasreen Baloch: the names are alike'],
    ],
    ['initials', { fullName: 'N. Baloch' }, {}, ['hint: Has a name like the author Nasreen Baloch']],
    [
      'initials at one university',
      { fullName: 'N. Baloch', emails: ['nasreen@bzu.edu.pk'] },
      {},
      [
        'conflict: May be the author Nasreen Baloch: the names are alike',
        'conflict: Email address at bzu.edu.pk, like Nasreen Baloch',
      ],
    ],
    [
      'a mailbox under another address',
      { emails: ['n.baloch+review@bzu.edu.pk'] },
      {},
      ['impossible: Has the same email address as the author Nasreen Baloch'],
    ],
    [
      'a name, with another ORCID iD',
      { fullName: 'Nasreen Baloch', orcid: '0000-0001-5109-3700' },
      {},
      ['hint: Has a name like the author Nasreen Baloch'],
    ],
    [
      'a registered domain',
      { emails: ['s@botany.bzu.edu.pk'] },
      {},
      ['conflict: Email address at bzu.edu.pk, like Nasreen Baloch'],
    ],
    ['a country domain only', { emails: ['s@uaf.edu.pk'] }, {}, []],
    ['a provider for everybody', { emails: ['s@gmail.com'] }, { email: 'n@gmail.com' }, []],
    [
      'a university, with its parts on one side and a line on the other',
      { affiliation: 'Department of Biology, University of Lund, Sweden' },
      { affiliations: at(UNIVERSITY) },
      ['conflict: Same university as Nasreen Baloch'],
    ],
    [
      'a university, abbreviated and with an article',
      { affiliation: 'The Univ. of Lund' },
      { affiliations: at(UNIVERSITY) },
      ['conflict: Same university as Nasreen Baloch'],
    ],
    [
      'one of several affiliations',
      { affiliation: 'Kew Gardens, London; Universität Wien' },
      { affiliations: at('Natural History Museum, Vienna; Universitat Wien, Austria') },
      ['conflict: Same university as Nasreen Baloch'],
    ],
    [
      'a department of the same name',
      { affiliation: 'Department of Botany' },
      { affiliations: at('Department of Botany') },
      [],
    ],
    [
      'a city and a country',
      { affiliation: 'Aga Khan University, Karachi, Pakistan' },
      { affiliations: at('University of Karachi, Karachi, Pakistan') },
      [],
    ],
    [
      'a ROR id, with a line in another language',
      { affiliation: 'Lunds universitet', rors: ['https://ror.org/012a77v79'] },
      { affiliations: at({ ...UNIVERSITY, ror: 'https://ror.org/012a77v79' }) },
      ['conflict: Same institution as Nasreen Baloch'],
    ],
    ['punctuation', { affiliation: '--' }, { affiliations: at('--') }, []],
    [
      'both place and domain, which is said once',
      { affiliation: 'Bahauddin Zakariya University', emails: ['s@bzu.edu.pk'] },
      { affiliations: at('Institute of Botany, Bahauddin Zakariya University, Multan') },
      ['conflict: Same university as Nasreen Baloch'],
    ],
  ])('%s', (_what, who, whom, findings) => {
    expect(found(who, whom)).toEqual(findings)
  })

  test('what several authors share is said once, with their names', () => {
    const affiliations = at(UNIVERSITY)
    const names = (count: number) => Array.from({ length: count }, (_, index) => `Author ${index + 1}`)
    const authors = names(3).map((fullName) => ({ fullName, email: '', orcid: null, affiliations }))
    const colleagues = ['Ali Raza', 'Zoya Khan'].map((fullName) => ({ fullName, email: 'x@bzu.edu.pk', orcid: null }))
    expect(
      found({ affiliation: 'University of Lund', emails: ['s@bzu.edu.pk'] }, ...authors, ...colleagues, authors[0]!),
    ).toEqual([
      'conflict: Same university as Author 1, Author 2 and Author 3',
      'conflict: Email address at bzu.edu.pk, like Ali Raza and Zoya Khan',
    ])
    const namesakes = ['Sara Lund', 'Lund, Sara'].map((fullName) => ({ fullName, orcid: null }))
    expect(found({}, ...namesakes)).toEqual([
      'conflict: May be one of the authors Sara Lund and Lund, Sara: the names are alike',
    ])
    expect(found({ fullName: 'S. Lund' }, ...namesakes)).toEqual([
      'hint: Has a name like the authors Sara Lund and Lund, Sara',
    ])
    const many = names(40).map((fullName) => ({ ...authors[0]!, fullName }))
    expect(found({ affiliation: 'University of Lund' }, ...many)).toEqual([
      `conflict: Same university as ${names(9).join(', ')} and 31 more`,
    ])
  })

  test('of an author nothing else is listed', () => {
    expect(
      found({ emails: ['n.baloch@bzu.edu.pk'] }, {}, { fullName: 'Ali Raza', email: 'ali@bzu.edu.pk', orcid: null }),
    ).toEqual(['impossible: Has the same email address as the author Nasreen Baloch'])
  })
})

describe('joint articles', () => {
  const people = [{ fullName: 'Sara Lund', email: 'old@lund.test', orcid: '0000-0001-5109-3700' }]
  const joint = (who: Partial<Candidate>, ...years: string[]) =>
    jointArticles(years.map((year) => ({ author: 'Idris Olukoya', isSurely: true, year, isPublished: true, people })))(
      candidate(who),
    ).map(({ weight, sentence }) => `${weight}: ${sentence}`)

  test.each<[string, Partial<Candidate>, string[]]>([
    ['by ORCID iD', { orcid: '0000-0001-5109-3700' }, ['conflict: Joint article with Idris Olukoya, 2024']],
    [
      'by any address',
      { emails: ['new@lund.test', 'OLD@lund.test'] },
      ['conflict: Joint article with Idris Olukoya, 2024'],
    ],
    ['by name', {}, ['hint: Someone with the same name has a joint article with Idris Olukoya, 2024']],
    ['by nothing', { fullName: 'Sara Lundgren' }, []],
  ])('%s, the newest one', (_how, who, findings) => {
    expect(joint(who, '2023', '2024', '2022')).toEqual(findings)
  })

  test('an article with several of the authors is said once', () => {
    const articleWith = (author: string, year: string) => ({ author, isSurely: true, year, isPublished: true, people })
    const articles = [
      articleWith('Idris Olukoya', '2024'),
      articleWith('Nasreen Baloch', '2024'),
      articleWith('Ali Raza', '2023'),
    ]
    expect(
      jointArticles(articles)(candidate({ orcid: '0000-0001-5109-3700' })).map(({ sentence }) => sentence),
    ).toEqual(['Joint article with Idris Olukoya and Nasreen Baloch, 2024', 'Joint article with Ali Raza, 2023'])
  })

  test('of two people with the same name the sure one is named, and otherwise that it is only a name', () => {
    const named = { author: 'Idris Olukoya', isSurely: false, year: '2025', isPublished: true, people }
    const who = candidate({ emails: ['old@lund.test'] })
    expect(jointArticles([named])(who)).toEqual([
      { kind: 'same-name', weight: 'hint', sentence: 'Joint article with someone called Idris Olukoya, 2025' },
    ])
    expect(jointArticles([named, { ...named, isSurely: true, year: '2024' }])(who)[0]!.weight).toBe('conflict')
  })

  test('an article that is not published is called a manuscript', () => {
    const articles = [{ author: 'Idris Olukoya', isSurely: true, year: '2026', isPublished: false, people }]
    expect(jointArticles(articles)(candidate({ emails: ['old@lund.test'] }))[0]!.sentence).toBe(
      'Joint manuscript with Idris Olukoya, 2026',
    )
  })
})

describe('the editorial team', () => {
  const team = {
    administrators: [{ userId: 'u1', fullName: 'Ada Green', email: 'ada@journal.test', orcid: '0000-0002-1825-0097' }],
    isOnBoard: namesIn('Editors: Dr. Flora Green-Moss (Kew), José Díaz'),
  }
  const sentence = (who: Partial<Candidate>) => editorialFinding(candidate(who), team)?.sentence
  test.each<[string, Partial<Candidate>, string | undefined]>([
    ['an account', { userId: 'u1' }, 'Is an editor of this journal'],
    ['an address', { emails: ['Ada@Journal.test'] }, 'Is an editor of this journal'],
    ['an iD', { orcid: '0000-0002-1825-0097' }, 'Is an editor of this journal'],
    ['a name on the board', { fullName: 'Jose Diaz' }, 'This name is on the page of the editorial board'],
    ['it with the family name first', { fullName: 'Díaz, José' }, 'This name is on the page of the editorial board'],
    ['a mailbox', { emails: ['ada+x@journal.test'] }, 'Is an editor of this journal'],
    ['a hyphenated name', { fullName: 'Flora Green-Moss' }, 'This name is on the page of the editorial board'],
    ['part of a name', { fullName: 'Flora Green-Mossman' }, undefined],
    ['a single word', { fullName: 'Kew' }, undefined],
    ['nobody of it', {}, undefined],
  ])('%s', (_who, who, expected) => expect(sentence(who)).toBe(expected))
})

test.each([
  ['a@botany.bzu.edu.pk', 'bzu.edu.pk'],
  ['a@plants.ox.ac.uk', 'ox.ac.uk'],
  ['a@uni-graz.at', 'uni-graz.at'],
  ['a@mail.kew.org', 'kew.org'],
  ['a@GMAIL.com', null],
  ['a@yahoo.co.uk', null],
  ['a@localhost', null],
  ['nothing', null],
])('the institution behind %s is %s', (email, domain) => expect(institutionalDomain(email)).toBe(domain))

test.each([
  ['n.baloch@bzu.edu.pk', 'This is the address of Nasreen Baloch, an author of this manuscript'],
  ['x@bzu.edu.pk', 'Nasreen Baloch has an address at bzu.edu.pk too: editors prefer reviewers from other institutions'],
  ['x@gmail.com', null],
  ['x@', null],
  ['x@kew.org', null],
])('an author who types %s is warned: %s', (email, warning) => {
  const authors = [
    { fullName: 'Ali', email: 'ali@gmail.com' },
    { fullName: 'Nasreen Baloch', email: 'n.baloch@bzu.edu.pk' },
  ]
  expect(suggestionWarning(email, authors)).toBe(warning)
})
