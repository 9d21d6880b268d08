/** The journal's first tables. Plain SQL that works on both SQLite and PostgreSQL. */
export const statements = [
  `create table users (
    id text primary key,
    full_name text not null,
    email text not null,
    username text not null,
    password_hash text not null,
    role text not null check (role in ('author', 'admin')),
    bio text,
    location text,
    phone_number text,
    orcid text,
    orcid_proven_at text,
    created_at text not null,
    last_login_at text
  )`,
  `create unique index users_email on users (lower(email))`,
  `create unique index users_username on users (lower(username))`,
  `create unique index users_orcid on users (orcid) where orcid_proven_at is not null`,

  `create table sessions (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    refresh_hash text not null,
    previous_hash text,
    rotated_at text,
    created_at text not null,
    last_used_at text not null,
    expires_at text not null,
    revoked_at text
  )`,
  `create unique index sessions_refresh on sessions (refresh_hash)`,
  `create index sessions_previous on sessions (previous_hash)`,
  `create index sessions_user on sessions (user_id)`,

  `create table categories (
    id text primary key,
    name text not null,
    slug text not null,
    created_at text not null,
    updated_at text not null
  )`,
  `create unique index categories_slug on categories (slug)`,
  `create unique index categories_name on categories (lower(name))`,

  `create table volumes (
    id text primary key,
    title text not null,
    created_at text not null,
    updated_at text not null
  )`,
  `create unique index volumes_title on volumes (lower(title))`,

  `create table files (
    id text primary key,
    name text not null,
    media_type text not null,
    bytes integer not null,
    sha256 text not null,
    owner_id text references users (id) on delete restrict,
    created_at text not null
  )`,

  `create table articles (
    id text primary key,
    slug text not null,
    title text not null,
    keywords text not null,
    excerpt text not null,
    abstract text not null,
    category_id text not null references categories (id) on delete restrict,
    volume_id text references volumes (id) on delete restrict,
    page_num text,
    elocation_id text,
    image_file_id text references files (id) on delete restrict,
    pdf_file_id text references files (id) on delete restrict,
    submitter_id text references users (id) on delete restrict,
    comments text,
    doi text,
    received_on text,
    accepted_on text,
    licence_url text,
    copyright text,
    source_journal text,
    source_publisher text,
    origin text not null check (origin in ('submitted', 'imported', 'sample')),
    created_at text not null,
    updated_at text not null,
    published_at text,
    approved_at text,
    archived_at text
  )`,
  `create unique index articles_slug on articles (slug)`,
  `create unique index articles_doi on articles (lower(doi))`,
  `create index articles_newest on articles (created_at desc, id desc)`,
  `create index articles_submitter on articles (submitter_id, created_at desc, id desc)`,
  // The single definition of public. The indexes and the view repeat its condition because a partial index is
  // used only by a query with the same condition.
  `create index articles_public on articles (published_at desc, id desc)
    where published_at is not null and approved_at is not null and archived_at is null`,
  `create index articles_public_category on articles (category_id, published_at desc, id desc)
    where published_at is not null and approved_at is not null and archived_at is null`,
  `create index articles_public_volume on articles (volume_id, published_at desc, id desc)
    where published_at is not null and approved_at is not null and archived_at is null`,
  `create index articles_category on articles (category_id)`,
  `create index articles_volume on articles (volume_id)`,
  `create view public_articles as select * from articles
    where published_at is not null and approved_at is not null and archived_at is null`,

  `create table contributors (
    id text primary key,
    full_name text not null,
    family_name text,
    given_names text,
    email text not null,
    affiliation text not null,
    orcid text,
    orcid_authenticated_at text,
    profile_url text,
    created_at text not null
  )`,
  `create table article_contributors (
    article_id text not null references articles (id) on delete cascade,
    contributor_id text not null references contributors (id) on delete restrict,
    role text not null check (role in ('Corresponding Author', 'Author', 'Reviewer')),
    position integer not null,
    created_at text not null,
    primary key (article_id, position)
  )`,
  `create index article_contributors_contributor on article_contributors (contributor_id)`,

  `create table article_files (
    article_id text not null references articles (id) on delete cascade,
    file_id text not null references files (id) on delete restrict,
    kind text not null check (kind in ('manuscript', 'source')),
    position integer not null,
    primary key (article_id, kind, position)
  )`,
  `create unique index article_files_file on article_files (file_id)`,

  // A single record: the check and the primary key together prevent a second.
  `create table editorial_members (
    id text primary key check (id = 'board'),
    members text not null,
    updated_at text not null
  )`,

  `create table site_version (id integer primary key check (id = 1), version integer not null)`,
  `insert into site_version (id, version) values (1, 1)`,

  `create table audit_entries (
    id text primary key,
    at text not null,
    actor_id text,
    action text not null,
    subject text not null,
    before text,
    after text
  )`,
  `create index audit_entries_newest on audit_entries (at desc, id desc)`,
]
