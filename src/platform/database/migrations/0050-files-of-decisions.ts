/**
 * What authors are given with a decision: several files with a report, of which `report_releases` holds one, and files with
 * the letter. What was written to either place is in `released_files`.
 */
export const statements = [
  `create table report_release_files (
    decision_id text not null references decisions (id),
    report_id text not null references review_reports (id),
    file_id text not null references files (id),
    primary key (decision_id, report_id, file_id)
  )`,
  `create index report_release_files_report on report_release_files (report_id)`,
  `create index report_release_files_file on report_release_files (file_id)`,
  `create view released_files as
    select decision_id, report_id, cleaned_file_id as file_id from report_releases where cleaned_file_id is not null
    union select decision_id, report_id, file_id from report_release_files`,

  `create table letter_files (
    file_id text primary key references files (id),
    article_id text not null,
    decision_id text references decisions (id),
    attached_by text not null,
    look text,
    looked_at text,
    searched_for text not null,
    created_at text not null
  )`,
  `create index letter_files_article on letter_files (article_id, attached_by)`,
  `create index letter_files_decision on letter_files (decision_id)`,
]
