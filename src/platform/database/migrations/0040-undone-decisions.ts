/** What a decision has ended and begun, so that undoing it finds that and nothing else. */
export const statements = [
  `alter table review_assignments add column closed_by_decision text`,
  `alter table review_cases add column screened_by_decision text`,
]
