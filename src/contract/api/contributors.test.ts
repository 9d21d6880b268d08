import { describe, expect, test } from 'vitest'
import { contributorOf } from '../rules/people/people.ts'
import { ROR_INVALID } from '../rules/people/identifiers.ts'
import { AFFILIATIONS_MAX, ContributorForm, FAMILY_NAME_REQUIRED, TOO_MANY_AFFILIATIONS } from './contributors.ts'
import { NAME_NEEDS_LETTER } from './field-schemas.ts'
import { check } from './errors.ts'

const TEXTS = { fullName: 'Rabia Khan', email: 'rabia@plants.test', affiliation: 'Herbarium, Lahore', role: 'Author' }
const { fullName: _name, affiliation: _text, ...REST } = TEXTS
const errorsOf = (form: unknown) => check(ContributorForm, form).errors

describe('the author form', () => {
  test('is content with a full name and an affiliation as texts', () => {
    expect(errorsOf(TEXTS)).toBeUndefined()
  })

  test('is content with parts alone, and with a group', () => {
    const affiliations = [{ institution: 'Herbarium', city: 'Lahore', ror: '03yrm5c26' }]
    const { data } = check(ContributorForm, { ...REST, givenNames: 'Rabia', familyName: 'Khan', affiliations })
    expect(contributorOf(data!)).toMatchObject({
      fullName: 'Rabia Khan',
      affiliation: 'Herbarium, Lahore',
      affiliations: [{ ror: 'https://ror.org/03yrm5c26' }],
    })
    expect(errorsOf({ ...TEXTS, fullName: 'Fern Friends', isGroup: true })).toBeUndefined()
  })

  test('takes a contributor as it was answered', () => {
    const lines = Array.from({ length: AFFILIATIONS_MAX }, (_, at) => `${'Institute '.repeat(10)}${at}`)
    const before = contributorOf(
      check(ContributorForm, {
        ...REST,
        familyName: 'Khan',
        affiliations: lines.map((institution) => ({ institution })),
      }).data!,
    )
    expect(before.affiliation.length).toBeGreaterThan(500)
    expect(contributorOf(check(ContributorForm, before).data!)).toEqual(before)
  })

  test('takes the longest contributor as it was answered', () => {
    const affiliations = Array.from({ length: AFFILIATIONS_MAX }, (_, at) => ({
      ...{ institution: `${at}`.repeat(500), department: 'd'.repeat(200) },
      ...{ city: 'c'.repeat(100), country: 'l'.repeat(100) },
    }))
    const before = contributorOf(check(ContributorForm, { ...TEXTS, affiliations }).data!)
    expect(contributorOf(check(ContributorForm, before).data!)).toEqual(before)
  })

  test('leaves a printed line of punctuation aside', () => {
    const { data } = check(ContributorForm, { ...TEXTS, affiliations: [{ institution: 'Kew', line: '…' }] })
    expect(contributorOf(data!).affiliation).toBe('Kew')
  })

  test.each([
    [{}, { fullName: 'Full name is required', affiliation: 'Affiliation is required' }],
    [
      { fullName: ' ', affiliation: ' ', familyName: '', affiliations: [] },
      { fullName: 'Full name is required', affiliation: 'Affiliation is required' },
    ],
    [
      { fullName: 5, affiliation: 5 },
      { fullName: 'Full name is required', affiliation: 'Affiliation is required' },
    ],
    [{ ...TEXTS, fullName: undefined, familyName: 'Khan', isGroup: true }, { fullName: 'Full name is required' }],
    [{ ...TEXTS, givenNames: 'Rabia' }, { familyName: FAMILY_NAME_REQUIRED }],
    [{ ...TEXTS, affiliation: ' ; ;' }, { affiliation: 'Affiliation is required' }],
    [{ ...TEXTS, affiliation: 'a;b;c;d;e;f;g;h;i;j;k' }, { affiliation: TOO_MANY_AFFILIATIONS }],
    [{ ...TEXTS, affiliation: '—' }, { affiliation: 'Affiliation is required' }],
    [{ ...TEXTS, affiliations: [{ institution: '—' }] }, { 'affiliations.0.institution': 'Institution is required' }],
    [{ ...TEXTS, fullName: '\u200b\u3164' }, { fullName: 'Full name is required' }],
    [{ ...TEXTS, fullName: '- - 1' }, { fullName: NAME_NEEDS_LETTER }],
    [{ ...TEXTS, fullName: undefined, familyName: '---', givenNames: '-' }, { fullName: NAME_NEEDS_LETTER }],
    [{ ...TEXTS, affiliation: 'A'.repeat(501) }, { affiliation: 'Please use at most 500 characters' }],
    [{ ...TEXTS, affiliations: [{ city: 'Lahore' }] }, { 'affiliations.0.institution': 'Institution is required' }],
    [{ ...TEXTS, affiliations: [{ institution: 'A', ror: '03yrm5c27' }] }, { 'affiliations.0.ror': ROR_INVALID }],
    [
      { ...TEXTS, affiliations: Array(AFFILIATIONS_MAX + 1).fill({ institution: 'A' }) },
      { affiliations: TOO_MANY_AFFILIATIONS },
    ],
  ])('says of %j what is missing or wrong, all at once', (form, errors) => {
    expect(errorsOf({ ...REST, ...form })).toEqual(errors)
  })

  test('says it beside what is wrong with other fields', () => {
    expect(errorsOf({ email: 'nobody' })).toEqual({
      email: 'Invalid email address',
      role: 'Role is required',
      fullName: 'Full name is required',
      affiliation: 'Affiliation is required',
    })
  })
})
