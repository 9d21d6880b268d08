import { expect, test } from 'vitest'
import { casePolicy, type CaseRelation, type CaseVerb } from './case-policy.ts'

const WHO = ['administrator', 'guest editor', 'section editor', 'submitter', 'other', 'visitor'] as const
type Who = (typeof WHO)[number]

/** Who may do it; the same people while recused only with `recused`. */
const ALLOWED: Record<CaseVerb, { by: readonly Who[]; recused: readonly Who[] }> = {
  open: { by: ['administrator'], recused: ['administrator'] },
  edit: { by: ['administrator', 'guest editor', 'section editor'], recused: [] },
  nameEditors: { by: ['administrator'], recused: [] },
  actAsAuthor: { by: ['submitter'], recused: ['submitter'] },
}

const relationOf = (who: Who, isRecused: boolean): CaseRelation => ({
  isSubmitter: who === 'submitter',
  isGuestEditor: who === 'guest editor',
  isSectionEditor: who === 'section editor',
  isRecused,
})

const actorFor = (who: Who) =>
  who === 'visitor' ? null : { userId: who, role: who === 'administrator' ? ('admin' as const) : ('author' as const) }

test.each(casePolicy.verbs)('%s is for those in the table, and for nobody else', (verb) => {
  const allowed = (isRecused: boolean) =>
    WHO.filter((who) => casePolicy.can(actorFor(who), verb, relationOf(who, isRecused)))
  expect({ by: allowed(false), recused: allowed(true) }).toEqual(ALLOWED[verb])
})

test('guest editors learn why they cannot name editors, strangers do not', () => {
  const refusalFor = (who: Who, isRecused = false) =>
    casePolicy.refusal(actorFor(who), 'nameEditors', relationOf(who, isRecused))
  expect(refusalFor('guest editor')?.message).toBe('Only administrators can name the editors of a manuscript')
  for (const refusal of [refusalFor('other'), refusalFor('guest editor', true), refusalFor('administrator', true)]) {
    expect(refusal?.message).toBe('Only editors of this manuscript can do this')
  }
})
