import { describe, expect, test } from 'vitest'
import {
  answerTo,
  CASE_CALLERS,
  CASE_MOVES,
  decisionsAt,
  moveCase,
  type CaseCaller,
  type CaseMove,
} from './case-moves.ts'
import { CASE_STAGES, type CaseStage } from './stages.ts'

/** Every triple that succeeds, as the policy of the journal has it; all others are refused. */
const ALLOWED: readonly `${CaseCaller}: ${CaseStage} → ${CaseMove} → ${CaseStage}`[] = [
  'editor: screening → review → reviewing',
  'editor: screening → return → revising',
  'editor: screening → decline → declined',
  'editor: reviewing → decline → declined',
  'editor: reviewing → minor → revising',
  'editor: reviewing → major → revising',
  'editor: reviewing → accept → accepted',
  'handler: declined → reopen → reviewing',
  'author: revising → resubmit → screening',
  'author: revising → revise → reviewing',
  'author: screening → withdraw → withdrawn',
  'author: reviewing → withdraw → withdrawn',
  'author: revising → withdraw → withdrawn',
  'author: accepted → withdraw → withdrawn',
  'editor: screening → withdraw → withdrawn',
  'editor: reviewing → withdraw → withdrawn',
  'editor: revising → withdraw → withdrawn',
  'editor: accepted → withdraw → withdrawn',
  'editor: screening → publish → accepted',
  'editor: accepted → publish → accepted',
]

const moves = Object.keys(CASE_MOVES) as CaseMove[]

describe('the moves of a case', () => {
  test('are those of the table for every stage, move and caller', () => {
    const succeed: string[] = []
    let tried = 0
    for (const caller of CASE_CALLERS) {
      for (const stage of CASE_STAGES) {
        for (const move of moves) {
          tried++
          const result = moveCase(stage, move, caller)
          if ('stage' in result) succeed.push(`${caller}: ${stage} → ${move} → ${result.stage}`)
          else expect(['forbidden', 'conflict']).toContain(result.kind)
        }
      }
    }
    expect(tried).toBe(3 * 6 * 11)
    expect(succeed.toSorted()).toEqual([...ALLOWED].toSorted())
  })

  test('that are refused say where the manuscript is', () => {
    expect(moveCase('declined', 'accept', 'editor')).toEqual({
      kind: 'conflict',
      message: 'This manuscript has been declined. Please reload the page to see what has happened.',
    })
    expect(moveCase('reviewing', 'accept', 'author')).toMatchObject({ kind: 'forbidden' })
  })

  test('offer the decisions of a stage', () => {
    expect(decisionsAt('screening')).toEqual(['return', 'decline'])
    expect(decisionsAt('reviewing')).toEqual(['accept', 'minor', 'major', 'decline'])
    for (const stage of ['revising', 'accepted', 'declined', 'withdrawn'] as const)
      expect(decisionsAt(stage)).toEqual([])
  })

  test('bring back to screening only what was returned without review', () => {
    expect(answerTo('return')).toBe('resubmit')
    expect(answerTo('minor')).toBe('revise')
    expect(answerTo('major')).toBe('revise')
  })
})
