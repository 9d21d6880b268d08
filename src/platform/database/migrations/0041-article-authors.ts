/**
 * The authors of articles, by the single definition of who is one: people whom somebody has suggested as reviewers are
 * contributors too, and review is blind.
 */
export const statements = [
  `create view article_authors as
    select article_id, contributor_id, role, position, created_at, named_by from article_contributors
    where role in ('Corresponding Author', 'Author')`,
]
