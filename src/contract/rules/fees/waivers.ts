/** What would help an author who cannot pay the full fee. */
export const WAIVER_KINDS = {
  nothing: 'I cannot pay anything',
  part: 'I can pay a part',
  unsure: 'I do not know yet',
} as const
export type WaiverKind = keyof typeof WAIVER_KINDS

/** As editors read them. */
export const WAIVER_KINDS_READ: Record<WaiverKind, string> = {
  nothing: 'Cannot pay anything',
  part: 'Can pay a part',
  unsure: 'Does not know yet',
}

/** How a request is answered: the whole fee is waived, a part of it, or none. */
export const WAIVER_OUTCOMES = ['whole', 'part', 'declined'] as const
export type WaiverOutcome = (typeof WAIVER_OUTCOMES)[number]

export const WAIVER_REASON_MAX = 2000
export const WAIVER_ANSWER_MAX = 2000

/** How far a manuscript is, for those who look after its fee: no closer than its authors know. */
export const FEE_STAGES = ['review', 'closed', 'accepted', 'published'] as const
export type FeeStage = (typeof FEE_STAGES)[number]
export const FEE_STAGE_NAMES: Record<FeeStage, string> = {
  review: 'Under review',
  closed: 'Declined or withdrawn',
  accepted: 'Accepted',
  published: 'Published',
}

/** What opening a sealed request costs: authors and fees officers read the same sentence. */
export const WAIVER_OPENING = 'Anyone who opens a request before the decision has no part in that decision.'

/** Who reads a request, and when: there is a fees officer. */
export const WAIVER_TO_OFFICER = `The editors who decide never see this before the decision. A fees officer may read it and answer before. ${WAIVER_OPENING}`

/** The same where there is none. */
export const WAIVER_SEALED =
  'The editors who decide never see this before the decision. Because no one else looks after fees here, they read it after acceptance, and answer then.'
