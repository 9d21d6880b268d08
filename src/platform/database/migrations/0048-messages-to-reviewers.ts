/**
 * What editors have written to reviewers. Not among the messages between the authors and the editors: whoever reads those
 * may show them to an author.
 */
export const statements = [
  `create table reviewer_messages (
    id text primary key,
    assignment_id text not null references review_assignments (id) on delete cascade,
    user_id text not null,
    text text not null,
    at text not null
  )`,
  `create index reviewer_messages_assignment on reviewer_messages (assignment_id, at)`,
  `create index reviewer_messages_user on reviewer_messages (user_id)`,
]
