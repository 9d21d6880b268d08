/**
 * Fees officers, who may open a sealed request to pay less before the decision. A check cannot be widened on both engines, so
 * the tables of duties are written again.
 */
export const statements = [
  `create table duties_wider (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    duty text not null check (duty in ('section', 'production', 'fees', 'observer')),
    -- Of a section editor: the category whose cases are theirs. A person can have several terms in one category.
    category_id text references categories (id),
    -- Days, 'YYYY-MM-DD', of UTC, each held from its beginning to its end; null: without a beginning, or an end.
    from_day text,
    until_day text,
    given_at text not null,
    check ((duty = 'section') = (category_id is not null))
  )`,
  `insert into duties_wider (id, user_id, duty, category_id, from_day, until_day, given_at)
    select id, user_id, duty, category_id, from_day, until_day, given_at from duties`,
  `drop table duties`,
  `alter table duties_wider rename to duties`,
  `create index duties_user on duties (user_id)`,
  `create index duties_category on duties (category_id) where category_id is not null`,

  `create table duty_invitations_wider (
    id text primary key,
    -- In small letters.
    email text not null,
    duty text not null check (duty in ('managing', 'section', 'production', 'fees', 'observer')),
    from_day text,
    until_day text,
    -- Null: the account was deleted.
    invited_by text,
    invited_at text not null,
    sent_at text not null,
    expires_at text not null,
    ended_at text,
    ended_as text check (ended_as in ('accepted', 'withdrawn')),
    accepted_by text
  )`,
  `insert into duty_invitations_wider
    (id, email, duty, from_day, until_day, invited_by, invited_at, sent_at, expires_at, ended_at, ended_as, accepted_by)
    select id, email, duty, from_day, until_day, invited_by, invited_at, sent_at, expires_at, ended_at, ended_as, accepted_by
      from duty_invitations`,
  `create table duty_invitation_categories_wider (
    invitation_id text not null references duty_invitations_wider (id) on delete cascade,
    category_id text not null references categories (id),
    primary key (invitation_id, category_id)
  )`,
  `insert into duty_invitation_categories_wider (invitation_id, category_id)
    select invitation_id, category_id from duty_invitation_categories`,
  // First those that refer to the others, which would go with them.
  `drop table duty_invitation_categories`,
  `drop table duty_invitations`,
  `alter table duty_invitations_wider rename to duty_invitations`,
  `alter table duty_invitation_categories_wider rename to duty_invitation_categories`,
  `create index duty_invitations_email on duty_invitations (email)`,
  `create index duty_invitation_categories_of on duty_invitation_categories (category_id)`,

  // Who has opened a request before the decision, or has looked for one: they have no part in the decision from then on.
  `create table waiver_openings (
    article_id text not null references articles (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    opened_at text not null,
    primary key (article_id, user_id)
  )`,
  `create index waiver_openings_user on waiver_openings (user_id)`,
  // When the fees officers were told that there is a request.
  `alter table waivers add column officers_told_at text`,
]
