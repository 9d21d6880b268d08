/** What the rule of independent reports needs of a report. */
export interface ReportForAcceptance {
  readonly reviewerId: string
  /** Who is behind the reviewer: the same for two records that may be one person's. */
  readonly person: string
  /** What authors know the reviewer by. */
  readonly label: string
  readonly suggestedByAuthor: boolean
  /** An editor, or a member of the editorial board. */
  readonly editorialMember: boolean
  /** A conflict of interest that no editor has waived. */
  readonly conflict: boolean
}

/** Reasons why a manuscript should not be accepted yet, as sentences for the editor. */
export function acceptanceConcerns(reports: readonly ReportForAcceptance[], required: number): string[] {
  // What speaks against one report of a person speaks against all of theirs.
  const people = [...Map.groupBy(reports, ({ person }) => person).values()]
  const independent = people.filter((own) => !own.some((report) => report.editorialMember || report.conflict))
  const chosen = independent.filter((own) => !own.some((report) => report.suggestedByAuthor))
  const concerns: string[] = []
  if (independent.length < required) {
    concerns.push(
      `The journal promises ${required} independent reports before a manuscript is accepted; there ${independent.length === 1 ? 'is one' : `are ${independent.length || 'none'}`}.`,
    )
  }
  if (independent.length && !chosen.length) concerns.push('All independent reviewers were suggested by the authors.')
  for (const own of people) {
    const labels = [...new Map(own.map(({ reviewerId, label }) => [reviewerId, label])).values()]
    if (labels.length < 2 || independent.length >= required) continue
    concerns.push(`The reports of reviewers ${labels.toSorted().join(' and ')} may be by one person, and count once.`)
  }
  return concerns
}
