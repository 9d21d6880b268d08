import { expect, test } from 'vitest'
import { CREDIT, CREDIT_ROLES, creditInOrder, creditInWords, creditNote, creditRoleOf } from './credit.ts'

test('the fourteen roles are found by their address, by their name and by their term', () => {
  expect(CREDIT_ROLES).toHaveLength(14)
  for (const role of CREDIT_ROLES) {
    expect(creditRoleOf(`https://credit.niso.org/contributor-roles/${role}/`)).toBe(role)
    expect(creditRoleOf(`http://credit.niso.org/contributor-roles/${role}`)).toBe(role)
    expect(creditRoleOf(CREDIT[role].term)).toBe(role)
  }
})

test.each([
  ['Writing - Review and Editing', 'writing-review-editing'],
  ['writing—original draft', 'writing-original-draft'],
  ['', undefined],
  ['Author', undefined],
  ['toString', undefined],
])('%j is the role %j', (text, role) => expect(creditRoleOf(text)).toBe(role))

test('are told once each, in the order of the list', () => {
  const roles = creditInOrder(['visualization', 'conceptualization', 'visualization'])
  expect(creditInWords(roles)).toBe('had the idea and made the figures')
  expect(creditInWords([])).toBe('')
})

const by = (creditSaidBy: 'person' | 'submitter' | 'editor' | null, credit = ['software' as const]) => ({
  ...{ credit, creditSaidBy },
})
test.each([
  [[by('person'), by('person')], 'The authors have stated their own roles.'],
  [[by('submitter')], 'The roles were stated by the person who submitted the article.'],
  [
    [by('person'), by('submitter')],
    'One author has stated their own roles; the others were stated by the person who submitted the article.',
  ],
  [[by('editor'), by('submitter', [])], 'The roles were stated by the editors.'],
  [[by(null)], ''],
  [[], ''],
])('%j: %s', (people, note) => expect(creditNote(people)).toBe(note))
