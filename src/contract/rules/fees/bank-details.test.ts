import { expect, test } from 'vitest'
import type { Actor } from '../accounts/access.ts'
import {
  BANK_DETAILS_OVER,
  bankDetailsPolicy,
  CONFIRMED_BY_ANOTHER,
  EDITOR_SINCE,
  type ProposalFacts,
  PROPOSER_LEFT,
  SAME_PERSON,
  TAKES_EFFECT_ALONE,
} from './bank-details.ts'

const editor: Actor = { userId: 'one', role: 'admin' }
const PROPOSED: ProposalFacts = {
  ...{ isWaiting: true, proposerStays: true, isAlone: false },
  ...{ isYours: false, wasEditorBefore: true, isSamePerson: false },
}

test.each<[string, Partial<ProposalFacts>, string | null, string | null]>([
  ['another, who was an editor before', {}, null, null],
  ['its proposer', { isYours: true }, CONFIRMED_BY_ANOTHER, null],
  ['an editor since', { wasEditorBefore: false }, EDITOR_SINCE, null],
  ['another account of its proposer', { isSamePerson: true }, SAME_PERSON, null],
  ['anybody, once its proposer has left', { proposerStays: false }, PROPOSER_LEFT, null],
  ['anybody, where it takes effect by itself', { isAlone: true }, TAKES_EFFECT_ALONE, null],
  ['its proposer, where it takes effect by itself', { isAlone: true, isYours: true }, TAKES_EFFECT_ALONE, null],
  ['anybody, when it is over', { isWaiting: false }, BANK_DETAILS_OVER, BANK_DETAILS_OVER],
])('a proposal is confirmed and withdrawn by %s', (_who, facts, confirm, withdraw) => {
  const said = (verb: 'confirm' | 'withdraw') =>
    bankDetailsPolicy.refusal(editor, verb, { ...PROPOSED, ...facts })?.message ?? null
  expect([said('confirm'), said('withdraw')]).toEqual([confirm, withdraw])
})

test('nobody else has a say', () => {
  for (const verb of bankDetailsPolicy.verbs) {
    expect(bankDetailsPolicy.refusal(null, verb, PROPOSED)?.kind).toBe('unauthenticated')
    expect(bankDetailsPolicy.refusal({ userId: 'two', role: 'author' }, verb, PROPOSED)?.kind).toBe('forbidden')
  }
})
