/**
 * Whom an invited reviewer replaces, so that nobody is replaced twice; the turn of each email that is due, so that many
 * about one manuscript do not hold up the others; and what is needed to count an address's emails of an hour.
 */
export const statements = [
  `alter table review_assignments add column replaces_assignment text`,
  `create unique index review_assignments_replaces on review_assignments (replaces_assignment)
    where replaces_assignment is not null`,
  `alter table outbox add column turn integer`,
  `create index outbox_turn on outbox (turn, next_try_at, id) where sent_at is null and turn is not null`,
  // Instead of that of all that is due, which would be read from its beginning whatever has its turn already.
  `drop index outbox_due`,
  `create index outbox_no_turn on outbox (next_try_at, id) where sent_at is null and turn is null`,
  // The line in which an email waits, as email/turns.ts has it.
  `create index outbox_line on outbox (coalesce(article_id, recipient), turn) where sent_at is null and turn is not null`,
  `create index outbox_recipient_sent on outbox (recipient, sent_at) where sent_at is not null`,
]
