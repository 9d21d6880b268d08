/** What the rule of independent reports needs of a report. */
export interface ReportForAcceptance {
  readonly reviewerId: string
  readonly suggestedByAuthor: boolean
  /** An editor, or a member of the editorial board. */
  readonly editorialMember: boolean
  /** A conflict of interest that no editor has waived. */
  readonly conflict: boolean
}

/** Reasons why a manuscript should not be accepted yet, as sentences for the editor. */
export function acceptanceConcerns(reports: readonly ReportForAcceptance[], required: number): string[] {
  const independent = reports.filter((report) => !report.editorialMember && !report.conflict)
  const reviewers = new Set(independent.map((report) => report.reviewerId))
  const chosen = new Set(independent.filter((report) => !report.suggestedByAuthor).map((report) => report.reviewerId))
  const concerns: string[] = []
  if (reviewers.size < required) {
    concerns.push(
      `The journal promises ${required} independent reports before a manuscript is accepted; there ${reviewers.size === 1 ? 'is one' : `are ${reviewers.size || 'none'}`}.`,
    )
  }
  if (reviewers.size && !chosen.size) concerns.push('All independent reviewers were suggested by the authors.')
  return concerns
}
