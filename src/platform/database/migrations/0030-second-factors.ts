/** Second factors of accounts, the attempts that use them, and on which device a session is. */
export const statements = [
  // In words, such as 'Firefox on Windows'.
  `alter table sessions add column device text`,

  `create table passkeys (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    -- Both as base64url.
    credential_id text not null,
    public_key text not null,
    counter bigint not null,
    -- How a browser reaches it, separated by commas.
    transports text not null,
    created_at text not null,
    last_used_at text
  )`,
  `create unique index passkeys_credential_id on passkeys (credential_id)`,
  `create index passkeys_user on passkeys (user_id, created_at, id)`,

  `create table one_time_codes (
    user_id text primary key references users (id) on delete cascade,
    -- The secret, encrypted with a key of the data folder.
    sealed text not null,
    -- The time step of the newest code that was used: it and earlier ones are refused.
    last_step bigint not null,
    created_at text not null,
    last_used_at text,
    -- Wrong codes within an hour, whoever has entered them.
    failures integer not null,
    failed_at text
  )`,

  `create table recovery_codes (
    code_hash text primary key,
    user_id text not null references users (id) on delete cascade,
    created_at text not null
  )`,
  `create index recovery_codes_user on recovery_codes (user_id)`,

  `create table factor_challenges (
    token_hash text primary key,
    purpose text not null check (purpose in ('sign-in', 'passkey-sign-in', 'add-passkey', 'set-up-codes')),
    -- Null while only the passkey will tell who it is.
    user_id text references users (id) on delete cascade,
    -- Whoever began: a network while signing in, a session while setting up.
    begun_by text not null,
    -- What a passkey has to sign; null where none is asked, or once it has been tried.
    to_sign text,
    -- The secret of one-time codes that are being set up, encrypted.
    sealed text,
    expires_at text not null
  )`,
  `create index factor_challenges_expiry on factor_challenges (expires_at)`,
  `create index factor_challenges_user on factor_challenges (user_id)`,
]
