/** Who does what for the journal besides its administrators, and who has been asked to. */
export const statements = [
  `create table duties (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    duty text not null check (duty in ('section', 'production', 'observer')),
    -- Of a section editor: the category whose cases are theirs. A person can have several terms in one category.
    category_id text references categories (id),
    -- Days, 'YYYY-MM-DD', of UTC, each held from its beginning to its end; null: without a beginning, or an end.
    from_day text,
    until_day text,
    given_at text not null,
    check ((duty = 'section') = (category_id is not null))
  )`,
  `create index duties_user on duties (user_id)`,
  `create index duties_category on duties (category_id) where category_id is not null`,

  `create table duty_invitations (
    id text primary key,
    -- In small letters.
    email text not null,
    duty text not null check (duty in ('managing', 'section', 'production', 'observer')),
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
  `create index duty_invitations_email on duty_invitations (email)`,
  `create table duty_invitation_categories (
    invitation_id text not null references duty_invitations (id) on delete cascade,
    category_id text not null references categories (id),
    primary key (invitation_id, category_id)
  )`,
  `create index duty_invitation_categories_of on duty_invitation_categories (category_id)`,
]
