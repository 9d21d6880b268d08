/**
 * Volumes have pages of their own: a cover, front matter, guest editors, and their articles in order under headings. Articles can
 * wait for an issue.
 */
export const statements = [
  `alter table volumes add column kind text not null default 'volume' check (kind in ('volume', 'special'))`,
  `alter table volumes add column cover_file_id text references files (id)`,
  // Of the page before the latest change: kept so that the change can be undone.
  `alter table volumes add column former_cover_file_id text references files (id)`,
  // Markdown.
  `alter table volumes add column front_matter text not null default ''`,
  // 'continuous': each article appears as soon as it is published. 'issue': its articles appear together.
  `alter table volumes add column release text not null default 'continuous' check (release in ('continuous', 'issue'))`,
  // 'planned' until an issue is published: readers see neither its cover nor its front matter.
  `alter table volumes add column state text not null default 'open' check (state in ('planned', 'open', 'published'))`,
  // Of an issue: when its articles were published together.
  `alter table volumes add column published_at text`,
  `create index volumes_cover on volumes (cover_file_id) where cover_file_id is not null`,
  `create index volumes_former_cover on volumes (former_cover_file_id) where former_cover_file_id is not null`,

  // The place of an article in its volume. One that has moved to another volume keeps its row, which then places nothing.
  `create table issue_articles (
    article_id text primary key references articles (id) on delete cascade,
    volume_id text not null references volumes (id) on delete cascade,
    position integer not null,
    heading text not null
  )`,
  `create index issue_articles_volume on issue_articles (volume_id, position)`,

  `create table guest_editors (
    volume_id text not null references volumes (id) on delete cascade,
    position integer not null,
    name text not null,
    affiliation text not null,
    orcid text,
    primary key (volume_id, position)
  )`,

  // Accepted articles that wait for their issue, with what was approved of them.
  `create table scheduled_articles (
    article_id text primary key references articles (id) on delete cascade,
    volume_id text not null references volumes (id),
    pdf_file_id text not null references files (id),
    issue text,
    page_num text,
    -- The digest of what is published of its review; null for nothing.
    reviews text,
    -- Of the article, as it was looked at.
    version integer not null,
    -- By whom is in the audit log.
    held_at text not null
  )`,
  `create index scheduled_articles_volume on scheduled_articles (volume_id)`,
  `create index scheduled_articles_pdf on scheduled_articles (pdf_file_id)`,
]
