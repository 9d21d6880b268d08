/**
 * Old addresses have one home: those of the news come to those of categories and pages. And what readers ask for and do not
 * find is counted, so that editors can say where it leads.
 */
export const statements = [
  // Whose former address it is, such as 'news/…' or 'page/…'; null: an editor has entered it. An empty to_path leads
  // nowhere, because what was there has ended.
  `alter table redirects add column subject text`,
  `create index redirects_subject on redirects (subject)`,
  `update redirects set subject = 'category' where from_path like '/category/%'`,
  `insert into redirects (from_path, to_path, created_at, subject)
    select '/news/' || a.slug, case when n.id is null then '' else '/news/' || n.slug end, a.created_at,
      'news/' || coalesce(n.id, '')
    from announcement_addresses a left join announcements n on n.id = a.announcement_id
    where n.id is null or n.slug <> a.slug`,
  `create unique index announcements_slug on announcements (slug)`,
  `drop table announcement_addresses`,

  // Of each path without a page, how often it was asked for on a day of UTC: for a month, and only the most wanted.
  `create table missed_addresses (
    path text not null,
    day text not null,
    asked integer not null,
    primary key (path, day)
  )`,
]
