/**
 * A sequence number for the audit log, its fields by API names, versions as integers, and the user that an
 * email is about as a column.
 */

const REFUSED = 'The audit log can only be added to'

/** The former field names in entries, by action, and their API names. */
const RENAMED: [actions: string, names: Record<string, string>][] = [
  ["'user.update'", { full_name: 'fullName', phone_number: 'phoneNumber', pending_email: 'pendingEmail' }],
  ["'user.connect-orcid'", { orcid: 'orc_id', proven: 'orcidProven' }],
  ["'article.archive', 'article.unarchive'", { archived_at: 'archivedAt' }],
  [
    "'article.approve'",
    {
      published_at: 'publishedAt',
      approved_at: 'approvedAt',
      pdf_file_id: 'pdfFileId',
      volume_id: 'volumeId',
      page_num: 'pageNum',
      accepted_on: 'acceptedAt',
    },
  ],
  ["'article.add-pdf'", { file: 'pdfFileId' }],
]

/** A quote within a JSON string is escaped, so `"name":` never occurs inside a value. */
const renamed = (column: string, names: Record<string, string>): string =>
  Object.entries(names).reduce((text, [old, name]) => `replace(${text}, '"${old}":', '"${name}":')`, column)

const fieldsByTheirNames = RENAMED.map(
  ([actions, names]) => `update audit_entries
    set before = ${renamed('before', names)}, after = ${renamed('after', names)} where action in (${actions})`,
)

const indexes = [
  `create index audit_entries_actor on audit_entries (actor_id, seq desc)`,
  `create index audit_entries_subject on audit_entries (subject, seq desc)`,
  // A covering index for filtered counts. The sequence comes first, so that no sorting is needed.
  `create index audit_entries_overview on audit_entries (seq desc, at, action)`,
]

/**
 * Versions are counted, because timestamps can be equal. Earlier versions of the editorial members are
 * numbered by the time they were replaced, and the current one comes last.
 */
const versions = [
  `alter table categories add column version integer not null default 1`,
  `alter table volumes add column version integer not null default 1`,
  `alter table editorial_members add column version integer not null default 1`,
  `alter table editorial_members_versions add column version integer not null default 0`,
  `update editorial_members_versions set version = (
    select count(*) from editorial_members_versions as earlier
    where (earlier.replaced_at, earlier.id) <= (editorial_members_versions.replaced_at, editorial_members_versions.id))`,
  `update editorial_members set version = 1 + (select count(*) from editorial_members_versions)`,
  // There are twenty rows at most: an index would not help.
  `drop index editorial_members_versions_newest`,
]

/** The user that an email is about was part of the template data; again, a value contains no unescaped quote. */
const emailsByAccount = (userIdInData: string) => [
  `alter table outbox add column user_id text`,
  `update outbox set user_id = ${userIdInData} where kind in ('password-reset', 'email-confirmation')`,
  `create index outbox_user on outbox (user_id, kind) where user_id is not null`,
  `create index outbox_recipient on outbox (recipient, kind)`,
]

export const statements = {
  sqlite: [
    // SQLite can add an autoincrement column only when a table is created, so the table is rebuilt with its
    // entries in order.
    `drop trigger audit_entries_no_update`,
    `drop trigger audit_entries_no_delete`,
    `drop trigger audit_entries_no_replace`,
    ...fieldsByTheirNames,
    `create table ordered_entries (
      seq integer primary key autoincrement,
      id text not null,
      at text not null,
      actor_id text,
      action text not null,
      subject text not null,
      before text,
      after text
    )`,
    `insert into ordered_entries (id, at, actor_id, action, subject, before, after)
      select id, at, actor_id, action, subject, before, after from audit_entries order by at, id`,
    `drop table audit_entries`,
    `alter table ordered_entries rename to audit_entries`,
    `create unique index audit_entries_id on audit_entries (id)`,
    ...indexes,
    `create trigger audit_entries_no_update before update on audit_entries
      begin select raise(abort, '${REFUSED}'); end`,
    `create trigger audit_entries_no_delete before delete on audit_entries
      begin select raise(abort, '${REFUSED}'); end`,
    // 'insert or replace' deletes the old row without firing the trigger above.
    `create trigger audit_entries_no_replace before insert on audit_entries
      when exists (select 1 from audit_entries where id = new.id or seq = new.seq)
      begin select raise(abort, '${REFUSED}'); end`,
    ...versions,
    ...emailsByAccount(`json_extract(data, '$.userId')`),
  ],
  postgres: [
    `drop trigger audit_entries_append_only on audit_entries`,
    ...fieldsByTheirNames,
    `alter table audit_entries add column seq bigint`,
    `update audit_entries set seq = ordered.place
      from (select id, row_number() over (order by at, id collate "C") as place from audit_entries) as ordered
      where ordered.id = audit_entries.id`,
    `alter table audit_entries alter column seq set not null`,
    `alter table audit_entries alter column seq add generated always as identity`,
    `select setval(pg_get_serial_sequence('audit_entries', 'seq'),
      (select coalesce(max(seq), 0) + 1 from audit_entries), false)`,
    `alter table audit_entries drop constraint audit_entries_pkey`,
    `alter table audit_entries add primary key (seq)`,
    `create unique index audit_entries_id on audit_entries (id)`,
    `drop index audit_entries_newest`,
    `drop index audit_entries_actor`,
    `drop index audit_entries_subject`,
    ...indexes,
    `create trigger audit_entries_append_only before update or delete or truncate on audit_entries
      for each statement execute function refuse_audit_change()`,
    ...versions,
    ...emailsByAccount(`substring(data from '"userId":"([^"]*)"')`),
  ],
}
