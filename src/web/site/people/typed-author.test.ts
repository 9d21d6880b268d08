import { describe, expect, test } from 'vitest'
import { ContributorForm } from '../../../contract/api/contributors.ts'
import { check } from '../../../contract/api/errors.ts'
import {
  affiliationsInWords,
  NOBODY,
  NO_AFFILIATION,
  tidiedAuthor,
  typedAuthor,
  type TypedAuthor,
} from './typed-author.ts'

const HOA: TypedAuthor = {
  fullName: 'Nguyễn Thị Hòa',
  familyName: 'Nguyễn',
  givenNames: 'Thị Hòa',
  isGroup: false,
  email: 'hoa@plants.test',
  affiliations: [{ ...NO_AFFILIATION, institution: 'Institute of Ecology', city: 'Hanoi', country: 'Vietnam' }],
  orcidId: '',
  role: 'Author',
  credit: [],
}
const sent = (author: TypedAuthor) => check(ContributorForm, tidiedAuthor(author)).data!

describe('an author as typed', () => {
  test('is read from a draft that knows names and affiliations as one text each', () => {
    const kept = {
      fullName: 'Ayesha Malik',
      email: 'a@b.test',
      affiliation: 'Multan; Brno',
      orcidId: '',
      role: 'Author',
    }
    expect(typedAuthor(kept as Parameters<typeof typedAuthor>[0])).toEqual({
      ...NOBODY,
      fullName: 'Ayesha Malik',
      familyName: 'Malik',
      givenNames: 'Ayesha',
      email: 'a@b.test',
      role: 'Author',
      affiliations: [
        { ...NO_AFFILIATION, institution: 'Multan' },
        { ...NO_AFFILIATION, institution: 'Brno' },
      ],
    })
  })

  test('is the same when it has been checked and is opened again', () => {
    for (const author of [
      HOA,
      { ...HOA, fullName: 'Suharto', familyName: 'Suharto', givenNames: '' },
      { ...HOA, fullName: 'Plants of the Thar', familyName: '', givenNames: '', isGroup: true },
      { ...HOA, affiliations: [{ ...HOA.affiliations[0]!, ror: 'https://ror.org/03yrm5c26', line: 'Hanoi, IE' }] },
    ]) {
      expect(typedAuthor(sent(author))).toEqual(author)
    }
  })

  test('is a whole person again when it is no group any more', () => {
    expect(sent({ ...HOA, isGroup: true, orcidId: '0000-0002-1825-0097' })).toMatchObject({
      fullName: 'Nguyễn Thị Hòa',
      isGroup: true,
      familyName: undefined,
      orcidId: null,
    })
    expect(sent(HOA)).toMatchObject({ familyName: 'Nguyễn', givenNames: 'Thị Hòa' })
  })
})

describe('what is sent of an author', () => {
  test('has a full name that is made of its parts, however it was spaced', () => {
    expect(sent({ ...HOA, fullName: '  Nguyễn  Thị\u00a0Hòa ' }).fullName).toBe('Nguyễn Thị Hòa')
  })

  test('has no blank affiliation, and several of a line that names several', () => {
    const affiliations = [NO_AFFILIATION, { ...NO_AFFILIATION, institution: 'Multan ; Brno;' }, HOA.affiliations[0]!]
    expect(affiliationsInWords(tidiedAuthor({ ...HOA, affiliations }))).toBe(
      'Multan; Brno; Institute of Ecology, Hanoi, Vietnam',
    )
    expect(check(ContributorForm, tidiedAuthor({ ...HOA, affiliations: [NO_AFFILIATION] })).errors).toEqual({
      affiliation: 'Affiliation is required',
    })
  })

  test('keeps details without an institution, so that it can be asked for', () => {
    const affiliations = [{ ...NO_AFFILIATION, city: 'Hanoi' }]
    expect(check(ContributorForm, tidiedAuthor({ ...HOA, affiliations })).errors).toEqual({
      'affiliations.0.institution': 'Institution is required',
    })
  })
})
