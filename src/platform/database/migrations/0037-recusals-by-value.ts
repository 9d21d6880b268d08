/**
 * By which address or ORCID iD somebody was found among the authors: what an editor has put right about one does not
 * hold for another. The key of a table cannot be changed on both engines, so the table is written again.
 */
export const statements = [
  `create table case_recusals_found (
    article_id text not null,
    user_id text not null references users (id) on delete cascade,
    cause text not null check (cause in ('submitter', 'address', 'orcid', 'reviewer', 'invited', 'co-reviewer')),
    -- It holds while this round is open; '' for good.
    round_id text not null,
    -- The address in lower case, or the iD; '' for all other causes.
    found_as text not null default '',
    at text not null,
    -- When somebody who edits was told that they were named as an author.
    told_at text,
    lifted_at text,
    lifted_by text,
    lifted_reason text,
    primary key (article_id, user_id, cause, round_id, found_as)
  )`,
  `insert into case_recusals_found
    (article_id, user_id, cause, round_id, found_as, at, told_at, lifted_at, lifted_by, lifted_reason)
    select article_id, user_id, cause, round_id,
        case cause when 'address' then lower(users.email) when 'orcid' then coalesce(users.orcid, '') else '' end,
        at, told_at, lifted_at, lifted_by, lifted_reason
      from case_recusals join users on users.id = user_id`,
  `drop table case_recusals`,
  `alter table case_recusals_found rename to case_recusals`,
  `create index case_recusals_user on case_recusals (user_id)`,
]
