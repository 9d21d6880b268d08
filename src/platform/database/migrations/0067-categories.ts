/**
 * Categories have a description and a place, may be closed to new manuscripts, and can be merged; old addresses lead on for
 * ever; and what was changed in bulk can be undone for some minutes.
 */
export const statements = [
  `alter table categories add column description text not null default ''`,
  // 0 until an editor has put the categories in an order.
  `alter table categories add column position integer not null default 0`,
  `alter table categories add column closed_at text`,
  // The category that has its articles now. Its row stays: drafts, old tabs and records still name it.
  `alter table categories add column merged_into text references categories (id)`,
  `create index categories_merged on categories (merged_into) where merged_into is not null`,
  // The name of one that was merged is free again; its slug, a part of an address, is not.
  `drop index categories_name`,
  `create unique index categories_name on categories (lower(name)) where merged_into is null`,

  // Paths of this site. Looked at only where there is no page.
  `create table redirects (
    from_path text primary key,
    to_path text not null,
    created_at text not null,
    check (from_path <> to_path)
  )`,
  `create index redirects_to on redirects (to_path)`,

  // Who did it is in the audit log.
  `create table bulk_changes (
    id text primary key,
    kind text not null,
    -- What it was about, for kinds that are about one thing.
    subject_id text,
    -- JSON: what undoing has to know.
    before text not null,
    at text not null,
    undone_at text
  )`,
  `create index bulk_changes_subject on bulk_changes (kind, subject_id, at)`,
]
