/** Who has looked at the copies of reviewers' files, what replaced them, and how often a copy was tried. */
export const statements = [
  // The copy that an editor has looked at, which then goes to the authors: another copy needs another look.
  `alter table review_files add column looked_at_file_id text`,
  `alter table review_files add column looked_by text`,
  `alter table review_files add column looked_at text`,
  // The editor who has provided this file in the place of another.
  `alter table review_files add column provided_by text`,
  // When an editor has replaced this file.
  `alter table review_files add column replaced_at text`,
  // Null: due at once.
  `alter table review_files add column next_try_at text`,
  `alter table review_files add column attempts integer not null default 0`,
  // By which rules the copy was made; null: by those of a program that did not count them.
  `alter table review_files add column rules integer`,
]
