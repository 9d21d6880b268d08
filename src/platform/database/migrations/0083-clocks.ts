/** What waits for another attempt, and was noted with a clock that was ahead, is found and due again. */
export const statements = [
  `create index jobs_tried on jobs (kind, run_after) where failed_at is null and attempts > 0`,
  // When an email was put off because its address had got enough: until then it waits for no time of its own.
  `alter table outbox add column delayed_at text`,
]
