/**
 * The people whom an article's submitter or editors have named as its reviewers get a table of their own: contributors
 * of an article are its authors, so that no query has to leave anybody out. Not additive: an older program would show
 * no reviewers, and would write them among the authors.
 */
export const statements = [
  `create table article_suggested_reviewers (
    article_id text not null references articles (id) on delete cascade,
    contributor_id text not null references contributors (id) on delete restrict,
    position integer not null,
    created_at text not null,
    named_by text references users (id) on delete set null,
    primary key (article_id, position)
  )`,
  `create index article_suggested_reviewers_contributor on article_suggested_reviewers (contributor_id)`,
  `insert into article_suggested_reviewers (article_id, contributor_id, position, created_at, named_by)
    select article_id, contributor_id, position, created_at, named_by from article_contributors
    where role = 'Reviewer'`,
  `delete from article_contributors where role = 'Reviewer'`,
  `drop view article_authors`,
  // Both, with the role by which the API tells them apart.
  `create view article_people as
    select article_id, contributor_id, role, position, created_at, named_by from article_contributors
    union all
    select article_id, contributor_id, 'Reviewer' as role, position, created_at, named_by
    from article_suggested_reviewers`,
]
