import { describe, expect, test } from 'vitest'
import {
  affiliationsOf,
  contributorOf,
  isFamilyNameFirst,
  personName,
  suffixOf,
  type TypedContributor,
} from './people.ts'

describe('a name', () => {
  test.each([
    ['alone is split', { fullName: 'Carl von Linné' }, 'Carl von Linné', 'von Linné', 'Carl'],
    ['of one word is a single name', { fullName: 'Theophrastus' }, 'Theophrastus', 'Theophrastus', null],
    [
      'in parts is put together',
      { givenNames: 'Parisa', familyName: 'Mohammadi Nejad' },
      'Parisa Mohammadi Nejad',
      'Mohammadi Nejad',
      'Parisa',
    ],
    ['of a family name alone is a single name', { familyName: 'Suharto' }, 'Suharto', 'Suharto', null],
    [
      'keeps an order in which the family name comes first',
      { fullName: 'Nguyễn Thị Hòa', familyName: 'Nguyễn', givenNames: 'Thị Hòa' },
      'Nguyễn Thị Hòa',
      'Nguyễn',
      'Thị Hòa',
    ],
    [
      'keeps what stands behind it',
      { fullName: 'John Smith Jr.', familyName: 'Smith', givenNames: 'John' },
      'John Smith Jr.',
      'Smith',
      'John',
    ],
    [
      'is that of its parts where the full name is another',
      { fullName: 'Rosa Garden Lopez', familyName: 'Garden', givenNames: 'Rosa' },
      'Rosa Garden',
      'Garden',
      'Rosa',
    ],
  ])('%s', (_name, typed, fullName, familyName, givenNames) => {
    expect(personName(typed)).toEqual({ fullName, familyName, givenNames, isGroup: false })
  })

  test('of a group has no parts', () => {
    expect(personName({ fullName: 'Flora of Sri Lanka Consortium', familyName: 'Lanka', isGroup: true })).toEqual({
      ...{ fullName: 'Flora of Sri Lanka Consortium', familyName: null, givenNames: null, isGroup: true },
    })
  })

  test.each([
    ['Nguyễn Thị Hòa', 'Nguyễn', 'Thị Hòa', true],
    ['Ayesha Malik', 'Malik', 'Ayesha', false],
    ['Suharto', 'Suharto', undefined, false],
  ])('"%s" has %s first: %s', (fullName, familyName, givenNames, isFirst) => {
    expect(isFamilyNameFirst(personName({ fullName, familyName, givenNames }))).toBe(isFirst)
  })
})

describe('a suffix', () => {
  test.each([
    [{ fullName: 'John Smith Jr.' }, 'Jr.'],
    [{ fullName: 'John Smith, Jr.' }, 'Jr.'],
    [{ fullName: 'John Smith III', familyName: 'Smith', givenNames: 'John' }, 'III'],
    [{ fullName: 'João Silva Filho', familyName: 'Silva', givenNames: 'João' }, 'Filho'],
    [{ fullName: 'João Silva Filho' }, ''],
    [{ fullName: 'Ayesha Malik' }, ''],
    [{ fullName: 'Ayesha Malik PhD' }, ''],
    [{ fullName: 'Suharto' }, ''],
    [{ fullName: 'Nguyễn Thị Hòa', familyName: 'Nguyễn', givenNames: 'Thị Hòa' }, ''],
    [{ fullName: 'Friends of Plants IV', isGroup: true }, ''],
  ])('of %j is "%s"', (typed, suffix) => {
    expect(suffixOf(personName(typed))).toBe(suffix)
  })
})

describe('affiliations', () => {
  test('in parts win over a text', () => {
    const { affiliation, affiliations } = affiliationsOf({
      affiliation: 'Somewhere else',
      affiliations: [{ institution: 'University of A', city: 'Lahore' }, { institution: 'Institute B' }],
    })
    expect(affiliation).toBe('University of A, Lahore; Institute B')
    expect(affiliations).toHaveLength(2)
  })

  test('are those of the text where there are no others', () => {
    const { affiliation, affiliations } = affiliationsOf({
      affiliation: 'University of A;Institute B',
      affiliations: [],
    })
    expect(affiliation).toBe('University of A; Institute B')
    expect(affiliations.map(({ institution }) => institution)).toEqual(['University of A', 'Institute B'])
  })
})

describe('a contributor sent again without parts', () => {
  const said = { email: 'hoa@plants.test', orcidId: null, role: 'Author' } as const
  const before = contributorOf({
    ...{ ...said, fullName: 'Nguyễn Thị Hòa', familyName: 'Nguyễn', givenNames: 'Thị Hòa' },
    affiliations: [{ institution: 'Vietnam National University', city: 'Hanoi' }],
  })
  const again = (more: Partial<TypedContributor>) =>
    contributorOf({ ...said, fullName: before.fullName, affiliation: before.affiliation, ...more }, before)

  test('keeps those of an unchanged name and text', () => {
    expect(again({ email: 'new@plants.test' })).toEqual({ ...before, email: 'new@plants.test' })
  })

  test('stays a group under another name, unless it is said to be a person', () => {
    const group = contributorOf({ ...said, fullName: 'Flora Consortium', isGroup: true, affiliation: 'Kew' })
    const renamed = { ...said, fullName: 'Flora of Sri Lanka Consortium', affiliation: 'Kew' }
    expect(contributorOf(renamed, group)).toMatchObject({ isGroup: true, familyName: null, givenNames: null })
    expect(contributorOf({ ...renamed, isGroup: false }, group)).toMatchObject({ isGroup: false })
    const person = { ...said, familyName: 'Garden', givenNames: 'Rosa', affiliation: 'Kew' }
    expect(contributorOf(person, group)).toMatchObject({ fullName: 'Rosa Garden', isGroup: false })
  })

  test('loses those of a changed one', () => {
    expect(again({ fullName: 'Hoa Nguyen' })).toMatchObject({
      ...{ familyName: 'Nguyen', givenNames: 'Hoa', affiliations: before.affiliations },
    })
    expect(again({ affiliation: 'Kew' })).toMatchObject({
      familyName: 'Nguyễn',
      affiliations: [{ institution: 'Kew' }],
    })
  })
})
