/**
 * Lists of authors that submitters propose with a revision: kept apart, because the former list stands until everybody has
 * agreed. What people answer is in `author_confirmations`, with the id of the proposal for the digest of a list. Not
 * additive: an older program would take a proposed list for the one that counts.
 */
export const statements = [
  `create table author_proposals (
    id text primary key,
    article_id text not null references articles (id) on delete cascade,
    -- In order, as JSON, as corrections name authors; empty once it is settled.
    people text not null,
    state text not null check (state in ('open', 'agreed', 'declined', 'withdrawn')),
    proposed_by text not null,
    proposed_at text not null,
    settled_at text,
    settled_by text,
    -- Why an editor has withdrawn it.
    reason text
  )`,
  `create unique index author_proposals_open on author_proposals (article_id) where state = 'open'`,
  `create index author_proposals_article on author_proposals (article_id, proposed_at)`,
]
