/**
 * Peer review: the case beside an article, the versions of its manuscript, rounds, assignments of reviewers,
 * reports and decisions. Rows of a case name its article without a foreign key: they outlive a deleted article,
 * because the journal's figures and its reviewers' history count them.
 */

const words = (column: string, ...allowed: string[]) =>
  `${column} text not null check (${column} in (${allowed.map((word) => `'${word}'`).join(', ')}))`
const STAGES = ['screening', 'reviewing', 'revising', 'accepted', 'declined', 'withdrawn']
const KINDS = ['return', 'decline', 'minor', 'major', 'accept', 'reopen']

const tables = [
  `create table review_cases (
    article_id text primary key,
    number text not null,
    ${words('stage', ...STAGES)},
    editor_id text references users (id) on delete set null,
    received_on text not null,
    promised_on text not null,
    similarity_percent integer check (similarity_percent between 0 and 100),
    ai_percent integer check (ai_percent between 0 and 100),
    screened_at text,
    delay_told_at text,
    previous_article_id text,
    withdrawn_by text,
    withdraw_reason text,
    closed_at text,
    created_at text not null
  )`,
  `create unique index review_cases_number on review_cases (number)`,
  `create index review_cases_open on review_cases (closed_at, stage, promised_on)`,
  `create index review_cases_received on review_cases (received_on)`,

  `create table manuscript_versions (
    id text primary key,
    article_id text not null,
    number integer not null,
    reply text,
    submitted_at text not null,
    submitted_by text
  )`,
  `create unique index manuscript_versions_number on manuscript_versions (article_id, number)`,
  `alter table article_files add column version_id text references manuscript_versions (id)`,
  `create index article_files_version on article_files (version_id)`,

  `create table review_rounds (
    id text primary key,
    article_id text not null,
    number integer not null,
    version_id text not null references manuscript_versions (id),
    opened_at text not null,
    closed_at text
  )`,
  `create unique index review_rounds_number on review_rounds (article_id, number)`,
  `create unique index review_rounds_one_open on review_rounds (article_id) where closed_at is null`,

  `create table review_assignments (
    id text primary key,
    article_id text not null,
    round_id text not null references review_rounds (id),
    reviewer_id text not null references reviewers (id),
    ${words('state', 'standby', 'invited', 'agreed', 'submitted', 'declined', 'lapsed', 'cancelled')},
    label text not null,
    rank integer not null,
    ${words('source', 'editor', 'author', 'reviewer', 'earlier')},
    email text not null,
    message text,
    reply_days integer not null,
    report_days integer not null,
    invited_at text,
    reply_due_on text,
    replied_at text,
    due_on text,
    first_due_on text,
    decline_reason text,
    decline_text text,
    conflict_answer text check (conflict_answer in ('none', 'declared')),
    conflict_text text,
    submitted_at text,
    closed_at text,
    close_reason text check (close_reason in ('declined', 'no-answer', 'editor', 'decision', 'withdrawn', 'erased')),
    clarify_text text,
    created_at text not null
  )`,
  `create unique index review_assignments_live on review_assignments (round_id, reviewer_id)
    where state in ('standby', 'invited', 'agreed', 'submitted')`,
  `create index review_assignments_article on review_assignments (article_id)`,
  `create index review_assignments_round on review_assignments (round_id)`,
  `create index review_assignments_reviewer on review_assignments (reviewer_id, state)`,
  `create index review_assignments_email on review_assignments (lower(email))`,
  `create index review_assignments_waiting on review_assignments (state, invited_at)
    where state in ('invited', 'agreed')`,

  `create table co_reviewers (
    id text primary key,
    assignment_id text not null references review_assignments (id),
    full_name text not null,
    email text not null,
    orcid text,
    ${words('state', 'asked', 'invited', 'confirmed', 'refused')},
    conflict_text text,
    confirmed_at text,
    created_at text not null
  )`,
  `create index co_reviewers_assignment on co_reviewers (assignment_id)`,

  `create table review_links (
    token_hash text primary key,
    assignment_id text not null references review_assignments (id),
    co_reviewer_id text references co_reviewers (id),
    email text not null,
    created_at text not null,
    revoked_at text,
    last_used_at text
  )`,
  `create index review_links_assignment on review_links (assignment_id)`,

  `create table review_drafts (
    assignment_id text primary key references review_assignments (id),
    content text not null,
    revision integer not null,
    saved_at text not null
  )`,

  `create table review_reports (
    id text primary key,
    assignment_id text not null references review_assignments (id),
    version integer not null,
    form text not null,
    answers text not null,
    to_authors text not null,
    to_editor text not null,
    recommendation text not null check (recommendation in ('accept', 'minor', 'major', 'decline')),
    no_ai_at text not null,
    entered_by text,
    late_at text,
    submitted_at text not null
  )`,
  `create unique index review_reports_version on review_reports (assignment_id, version)`,
  `create table review_files (
    id text primary key,
    assignment_id text not null references review_assignments (id),
    report_id text references review_reports (id),
    file_id text not null references files (id) on delete restrict,
    cleaned_file_id text references files (id) on delete restrict,
    held_back text,
    created_at text not null
  )`,
  `create unique index review_files_file on review_files (file_id)`,
  `create unique index review_files_cleaned on review_files (cleaned_file_id)`,
  `create index review_files_assignment on review_files (assignment_id)`,

  `create table decisions (
    id text primary key,
    article_id text not null,
    round_id text references review_rounds (id),
    version_id text references manuscript_versions (id),
    ${words('kind', ...KINDS)},
    ${words('from_stage', ...STAGES)},
    letter text not null,
    revision_due_on text,
    exception_reason text,
    decided_by text not null,
    decided_at text not null,
    reverses_id text references decisions (id)
  )`,
  `create index decisions_article on decisions (article_id, decided_at)`,
  `create index decisions_decided_at on decisions (decided_at)`,
  `create unique index decisions_reverses on decisions (reverses_id)`,

  `create table report_releases (
    decision_id text not null references decisions (id),
    report_id text not null references review_reports (id),
    text text not null,
    change_reason text,
    cleaned_file_id text references files (id),
    primary key (decision_id, report_id)
  )`,

  // Both those who edit a case and those who may not: an administrator who has declared a conflict, a guest editor.
  `create table case_editors (
    article_id text not null,
    user_id text not null references users (id) on delete cascade,
    is_guest integer not null default 0,
    since text not null,
    recused_at text,
    reason text,
    primary key (article_id, user_id)
  )`,
  `create index case_editors_user on case_editors (user_id)`,

  `create table case_messages (
    id text primary key,
    article_id text not null,
    ${words('from_side', 'author', 'editor')},
    user_id text not null,
    text text not null,
    at text not null
  )`,
  `create index case_messages_article on case_messages (article_id, at)`,

  // Without a time: passed over, because a later step of its series was sent.
  `create table review_reminders (
    subject_id text not null,
    step text not null,
    sent_at text,
    primary key (subject_id, step)
  )`,

  `create table proofs (
    id text primary key,
    article_id text not null,
    file_id text not null references files (id) on delete restrict,
    sent_at text not null,
    sent_by text not null,
    due_on text not null,
    answer text check (answer in ('approved', 'corrections')),
    corrections text,
    answered_at text
  )`,
  `create index proofs_article on proofs (article_id, sent_at)`,
  `create unique index proofs_file on proofs (file_id)`,

  `create table grievances (
    id text primary key,
    ${words('kind', 'appeal', 'complaint')},
    article_id text not null,
    decision_id text references decisions (id),
    text text not null,
    sent_by text not null,
    sent_at text not null,
    due_on text not null,
    handler_id text references users (id) on delete set null,
    outcome text check (outcome in ('upheld', 'partly', 'dismissed')),
    answer text,
    answered_at text
  )`,
  `create index grievances_article on grievances (article_id)`,
  `create index grievances_open on grievances (article_id) where answered_at is null`,

  // When peer review ended without publication: declined, or withdrawn by its authors.
  `alter table articles add column closed_at text`,
  // The last revision, and what is printed about peer review, as JSON: written when the article is published.
  `alter table articles add column revised_on text`,
  `alter table articles add column peer_review text`,
  `drop view public_articles`,
  `create view public_articles as select * from articles
    where published_at is not null and approved_at is not null and archived_at is null`,
]

const status = (of: string) => `case
  when ${of}.archived_at is not null then 'archived'
  when ${of}.published_at is null then case when ${of}.closed_at is null then 'pending' else 'rejected' end
  when ${of}.approved_at is null then 'rejected'
  else 'published' end`
const repeated = (of: string) => `${status(of)}, ${of}.category_id, ${of}.volume_id, ${of}.created_at`
const REPEATED = `status, category_id, volume_id, created_at`

const APPEND_ONLY = ['review_reports', 'decisions']
const refused = (table: string) => `Rows of ${table} can only be added`

const sqlite = [
  ...tables,
  `drop trigger articles_head_insert`,
  `drop trigger articles_head_update`,
  `create trigger articles_head_insert after insert on articles begin
    insert into article_heads (article_id, ${REPEATED}) select new.id, ${repeated('new')}; end`,
  `create trigger articles_head_update
    after update of published_at, approved_at, archived_at, closed_at, category_id, volume_id, created_at on articles begin
    update article_heads set (${REPEATED}) = (select ${repeated('new')})
      where article_id = new.id and (status, category_id, created_at) <> (select ${status('new')}, new.category_id, new.created_at)
        or article_id = new.id and volume_id is not new.volume_id; end`,
  ...APPEND_ONLY.flatMap((table) =>
    ['update', 'delete'].map(
      (change) => `create trigger ${table}_no_${change} before ${change} on ${table}
        begin select raise(abort, '${refused(table)}'); end`,
    ),
  ),
]

const postgres = [
  ...tables,
  `create or replace function articles_head_insert() returns trigger language plpgsql as $$ begin
    insert into article_heads (article_id, ${REPEATED}) select id, ${repeated('new_rows')} from new_rows order by created_at, id;
    return null; end $$`,
  `create or replace function articles_head_update() returns trigger language plpgsql as $$ begin
    update article_heads as head
      set (${REPEATED}) = (select ${repeated('changed')} from new_rows as changed where changed.id = head.article_id)
      from new_rows where new_rows.id = head.article_id
        and (head.status, head.category_id, head.volume_id, head.created_at) is distinct from (${repeated('new_rows')});
    return null; end $$`,
  ...APPEND_ONLY.flatMap((table) => [
    `create function refuse_change_of_${table}() returns trigger language plpgsql as
      $$ begin raise exception '${refused(table)}'; end $$`,
    `create trigger ${table}_append_only before update or delete or truncate on ${table}
      for each statement execute function refuse_change_of_${table}()`,
  ]),
]

export const statements = { sqlite, postgres }
