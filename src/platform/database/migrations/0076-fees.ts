/** What a manuscript was promised on the day it was sent, and what its authors have asked about its fee. */
export const statements = [
  `create table manuscript_promises (
    article_id text primary key references articles (id) on delete cascade,
    -- Of the journal, when the manuscript was sent.
    journal_version integer not null,
    -- JSON: what is promised, by the keys of Settings.
    promised text not null,
    -- JSON: the number of each page's version that was in force.
    pages text not null
  )`,
  `create table waivers (
    article_id text primary key references articles (id) on delete cascade,
    kind text not null check (kind in ('nothing', 'part', 'unsure')),
    -- What the author could pay, in their words.
    could_pay text not null,
    reason text not null,
    asked_by text,
    asked_at text not null,
    -- When the editors were told, after acceptance.
    told_at text,
    outcome text check (outcome in ('whole', 'part', 'declined')),
    -- What remains to be paid if it was reduced: a currency, and an amount in its smallest unit.
    currency text,
    amount integer check (amount > 0),
    answer text,
    answered_by text,
    answered_at text
  )`,
  `create index waivers_asked_by on waivers (asked_by)`,
]
