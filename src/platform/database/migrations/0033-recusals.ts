/**
 * Who is recused from the case of an article, written down when it is first seen: another address, ORCID iD, role or
 * list of authors does not end it. And what reviewers were to the journal when they sent their report.
 */
export const statements = [
  `create table case_recusals (
    article_id text not null,
    user_id text not null references users (id) on delete cascade,
    cause text not null check (cause in ('submitter', 'address', 'orcid', 'reviewer', 'invited', 'co-reviewer')),
    -- It holds while this round is open; '' for good.
    round_id text not null,
    at text not null,
    -- When somebody who edits was told that they were named as an author.
    told_at text,
    lifted_at text,
    lifted_by text,
    lifted_reason text,
    primary key (article_id, user_id, cause, round_id)
  )`,
  `create index case_recusals_user on case_recusals (user_id)`,
  // JSON: a list of 'editor', 'guest' and 'board'. Null for reports from before.
  `alter table review_reports add column sent_as text`,
  // The case for which an editor has entered a reviewer who was not known before.
  `alter table reviewers add column created_for text`,
  `create index reviewers_created_for on reviewers (created_for) where created_for is not null`,
  `create index co_reviewers_email on co_reviewers (lower(email))`,
  `create index co_reviewers_orcid on co_reviewers (orcid) where orcid is not null`,
  `create index users_any_orcid on users (orcid) where orcid is not null`,
]
