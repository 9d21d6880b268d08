/**
 * Whether those who are named as authors agree: one row for each person of each list that they were asked about. And links
 * for people without an account, of which only the hash is stored.
 */
export const statements = [
  `create table author_confirmations (
    article_id text not null references articles (id) on delete cascade,
    -- Stands for the names, their order and who is the corresponding author.
    list_digest text not null,
    contributor_id text not null,
    -- In the list, from 0.
    position integer not null,
    -- As printed, with affiliations: JSON.
    person text not null,
    -- In small letters; empty for who has no address of their own.
    email text not null,
    state text not null check (state in ('asked', 'confirmed', 'declined', 'waived')),
    asked_at text not null,
    asked_by text,
    -- When the email was written; null while it waits.
    told_at text,
    answered_at text,
    reason text,
    -- 1: the submitter may read the reason too.
    is_reason_shared integer not null default 0,
    waived_by text,
    primary key (article_id, list_digest, contributor_id)
  )`,
  `create index author_confirmations_email on author_confirmations (email)`,
  `create index author_confirmations_untold on author_confirmations (article_id)
    where told_at is null and state = 'asked' and email <> ''`,
  `create table person_links (
    token_hash text primary key,
    purpose text not null,
    -- What it is about: for authorship the article.
    subject_id text not null,
    -- In small letters.
    email text not null,
    created_at text not null,
    expires_at text not null,
    revoked_at text
  )`,
  `create index person_links_email on person_links (email)`,
  `create index person_links_subject on person_links (subject_id)`,
]
