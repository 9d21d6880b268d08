/**
 * What was made up to try things on is marked: cases, reviewers and the accounts of authors; articles have their origin. Of
 * samples alone, reports and decisions can be deleted: no person has written them.
 */
const tables = [
  `alter table review_cases add column is_sample integer not null default 0`,
  `create index review_cases_samples on review_cases (article_id) where is_sample = 1`,
  `alter table reviewers add column is_sample integer not null default 0`,
  `create index reviewers_samples on reviewers (id) where is_sample = 1`,
  `alter table users add column is_sample integer not null default 0`,
  `create index users_samples on users (id) where is_sample = 1`,
  `create index articles_samples on articles (id) where origin = 'sample'`,
]

const OF_SAMPLE = {
  decisions: `exists (select 1 from review_cases where article_id = old.article_id and is_sample = 1)`,
  review_reports: `exists (select 1 from review_assignments as assignment
    join review_cases on review_cases.article_id = assignment.article_id
    where assignment.id = old.assignment_id and review_cases.is_sample = 1)`,
} as const
/** What is refused for all rows at once; updates of decisions have a trigger of their own. */
const AT_ONCE = { decisions: 'truncate', review_reports: 'update or truncate' } as const
const appendOnly = ['decisions', 'review_reports'] as const

export const statements = {
  sqlite: [
    ...tables,
    ...appendOnly.flatMap((table) => [
      `drop trigger ${table}_no_delete`,
      `create trigger ${table}_no_delete before delete on ${table} when not ${OF_SAMPLE[table]}
        begin select raise(abort, 'Rows of ${table} can only be added'); end`,
    ]),
  ],
  postgres: [
    ...tables,
    ...appendOnly.flatMap((table) => [
      `drop trigger ${table}_append_only on ${table}`,
      `create trigger ${table}_append_only before ${AT_ONCE[table]} on ${table}
        for each statement execute function refuse_change_of_${table}()`,
      `create function refuse_deletion_of_${table}() returns trigger language plpgsql as $$ begin
        if ${OF_SAMPLE[table]} then return old; end if;
        raise exception 'Rows of ${table} can only be added'; end $$`,
      `create trigger ${table}_no_delete before delete on ${table}
        for each row execute function refuse_deletion_of_${table}()`,
    ]),
  ],
}
