import type { InvitationCandidate } from '../../../../../contract/api/invitations.ts'

/** Whom an editor has chosen, by key. */
export interface Choice {
  picked: readonly string[]
  /** In their order; null while it is taken from the ranking. */
  standby: readonly string[] | null
}

/** What tells candidates apart, also those who are no reviewers yet. */
export const keyOf = ({ reviewerId, suggestionId, email, fullName }: InvitationCandidate): string =>
  reviewerId ?? suggestionId ?? email ?? fullName

export const canBeChosen = ({ whyNot }: InvitationCandidate): boolean => whyNot === null

/** Whom the second round begins with: the reviewers of the first who can be asked now. */
export const earlierReviewers = (candidates: readonly InvitationCandidate[]): string[] =>
  candidates.filter((one) => one.isEarlier && canBeChosen(one) && one.state === 'available').map(keyOf)

/** The next of the ranking on its topic who can be chosen without a warning, and have not been asked in this round. */
function nextInRanking(ranking: readonly InvitationCandidate[], picked: readonly string[], count: number): string[] {
  const free = ranking.filter((one) => one.isOnTopic && canBeChosen(one) && !one.warnings.length && one.asked === null)
  return free
    .map(keyOf)
    .filter((key) => !picked.includes(key))
    .slice(0, count)
}

/** Who is on standby, in order: nobody until someone is invited. */
export const standbyOf = (
  { picked, standby }: Choice,
  ranking: readonly InvitationCandidate[],
  count: number,
): readonly string[] => standby ?? (picked.length ? nextInRanking(ranking, picked, count) : [])

/** Chooses someone to be invited, or takes them out again. */
export const toggled = ({ picked, standby }: Choice, key: string): Choice =>
  picked.includes(key)
    ? { picked: picked.filter((one) => one !== key), standby }
    : { picked: [...picked, key], standby: standby && standby.filter((one) => one !== key) }

/** With someone else at the end of the standby list: they are not invited now. */
export const onStandby = ({ picked }: Choice, present: readonly string[], key: string): Choice => ({
  picked: picked.filter((one) => one !== key),
  standby: [...present.filter((one) => one !== key), key],
})

export const offStandby = ({ picked }: Choice, present: readonly string[], key: string): Choice => ({
  picked,
  standby: present.filter((one) => one !== key),
})

/** One place up (-1) or down (1) on the standby list. */
export function movedOnStandby({ picked }: Choice, present: readonly string[], key: string, by: 1 | -1): Choice {
  const standby = [...present]
  const from = standby.indexOf(key)
  const to = from + by
  if (from === -1 || to < 0 || to >= standby.length) return { picked, standby }
  ;[standby[from], standby[to]] = [standby[to]!, standby[from]!]
  return { picked, standby }
}
