/**
 * What authors and reviewers say to the publication of a review, and what was published of it. The texts stay where they
 * are: as they were released to the authors.
 */
export const statements = [
  // The journal's policy on the day of the invitation; null: none was known.
  `alter table review_assignments add column publication text check (publication in ('off', 'reports'))`,
  // What the author who submitted it says.
  `alter table review_cases add column publish_answer text check (publish_answer in ('yes', 'no'))`,
  `alter table review_cases add column publish_answered_at text`,

  // One answer for all rounds of a manuscript: the label is the same in all of them.
  `create table review_consents (
    article_id text not null,
    reviewer_id text not null references reviewers (id),
    choice text not null check (choice in ('named', 'unsigned', 'none')),
    answered_at text not null,
    primary key (article_id, reviewer_id)
  )`,
  `create index review_consents_reviewer on review_consents (reviewer_id)`,

  `create table published_reviews (
    -- Of its own: no id of a report or a reviewer is public.
    id text primary key,
    article_id text not null references articles (id) on delete cascade,
    kind text not null check (kind in ('report', 'decision', 'reply')),
    -- Each decision ends a round; from 1.
    round integer not null,
    -- Within its kind, from 1; in the DOI.
    number integer not null,
    decision_id text not null references decisions (id),
    report_id text references review_reports (id),
    version_id text references manuscript_versions (id),
    -- Of who signs; null where nobody does, or no longer.
    name text,
    affiliation text,
    doi text,
    published_at text not null
  )`,
  `create unique index published_reviews_number on published_reviews (article_id, kind, number)`,
  `create unique index published_reviews_report on published_reviews (decision_id, report_id) where report_id is not null`,
  `create unique index published_reviews_letter on published_reviews (decision_id) where kind = 'decision'`,
  `create unique index published_reviews_reply on published_reviews (version_id) where version_id is not null`,
  `create unique index published_reviews_doi on published_reviews (doi)`,
  `create index published_reviews_of_report on published_reviews (report_id)`,
]
