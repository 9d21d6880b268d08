import { describe, expect, test } from 'vitest'
import type { InvitationCandidate } from '../../../../../contract/api/invitations.ts'
import { earlierReviewers, movedOnStandby, offStandby, onStandby, standbyOf, toggled } from './choice.ts'

const candidate = (reviewerId: string, more: Partial<InvitationCandidate> = {}): InvitationCandidate => ({
  ...{ reviewerId, suggestionId: null, fullName: reviewerId, affiliation: '', email: null, emails: [], orcid: null },
  ...{
    suggestedByAuthors: false,
    opposed: null,
    reasons: [],
    isOnTopic: true,
    load: [],
    findings: [],
    state: 'available' as const,
  },
  ...{ awayUntil: null, whyNot: null, warnings: [], needsReason: false, isEarlier: false, asked: null },
  ...more,
})
const RANKING = [
  candidate('a'),
  candidate('b', { warnings: ['Same university'] }),
  candidate('c', { whyNot: 'Author' }),
  candidate('d', { asked: 'Declined' }),
  candidate('e'),
  candidate('f'),
]
const NOTHING = { picked: [], standby: null }

describe('the choice of reviewers', () => {
  test('takes the standby list from the ranking: the next without a warning who were not asked', () => {
    expect(standbyOf(NOTHING, RANKING, 2)).toEqual([])
    expect(standbyOf(toggled(NOTHING, 'a'), RANKING, 2)).toEqual(['e', 'f'])
    expect(standbyOf({ picked: ['e'], standby: null }, RANKING, 2)).toEqual(['a', 'f'])
    expect(standbyOf({ picked: ['e'], standby: null }, RANKING, 0)).toEqual([])
  })

  test('puts nobody on standby who shares no topic with the manuscript', () => {
    const ranking = [candidate('a'), candidate('b', { isOnTopic: false }), candidate('c')]
    expect(standbyOf(toggled(NOTHING, 'a'), ranking, 2)).toEqual(['c'])
  })

  test('keeps an order that the editor has made, without those who are invited', () => {
    const picked = toggled(NOTHING, 'a')
    const moved = movedOnStandby(picked, ['e', 'f'], 'f', -1)
    expect(moved).toEqual({ picked: ['a'], standby: ['f', 'e'] })
    expect(movedOnStandby(picked, ['e', 'f'], 'e', -1).standby).toEqual(['e', 'f'])
    expect(toggled(moved, 'f')).toEqual({ picked: ['a', 'f'], standby: ['e'] })
    expect(toggled(toggled(moved, 'f'), 'f')).toEqual({ picked: ['a'], standby: ['e'] })
    expect(offStandby(moved, ['f', 'e'], 'f').standby).toEqual(['e'])
    expect(onStandby(moved, ['f', 'e'], 'a')).toEqual({ picked: [], standby: ['f', 'e', 'a'] })
  })

  test('begins a further round with the reviewers of the last who can be asked', () => {
    const earlier = { isEarlier: true }
    expect(
      earlierReviewers([
        candidate('a', earlier),
        candidate('b', { ...earlier, whyNot: 'Has agreed' }),
        candidate('c', { ...earlier, state: 'away' }),
        candidate('d', { ...earlier, warnings: ['Same university'] }),
        candidate('e'),
      ]),
    ).toEqual(['a', 'd'])
  })
})
