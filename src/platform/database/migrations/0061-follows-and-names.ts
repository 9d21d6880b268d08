/**
 * Addresses to which the journal writes about an article, or about all that it publishes, and changes of an author's name. An
 * address is a row at once, and is written to only when its owner has answered the link of one email.
 */
export const statements = [
  `create table follows (
    id text primary key,
    -- In small letters.
    email text not null,
    -- Null for the whole journal.
    article_id text references articles (id) on delete cascade,
    created_at text not null,
    -- Null until the owner of the address has said yes.
    confirmed_at text,
    -- Of the whole journal: what was published until then has been written about.
    told_until text
  )`,
  `create unique index follows_once on follows (email, coalesce(article_id, ''))`,
  `create index follows_article on follows (article_id) where confirmed_at is not null`,
  `create index follows_journal on follows (told_until) where article_id is null and confirmed_at is not null`,
  `create index follows_unconfirmed on follows (created_at) where confirmed_at is null`,

  // A change of a name that was asked for, until it is done. What is replaced with what goes with it then.
  `create table name_changes (
    request_id text primary key references requests (id) on delete cascade,
    state text not null check (state in ('asked', 'agreed', 'refused', 'done')),
    -- JSON: the new name, the people, and the words that are replaced; empty once it is done.
    change text not null,
    proposed_by text not null,
    proposed_at text not null,
    -- When the person has said yes, or no, by link.
    answered_at text,
    done_by text,
    done_at text
  )`,
]
