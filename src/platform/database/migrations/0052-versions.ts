import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

const REFUSED = 'A version of an article is never changed'

/**
 * Every public state of an article. The newest one is the article itself, so its content is null; what it said is stored
 * when the next one replaces it. Versions from before this change have no content: each is followed back from the next one
 * by what its correction has replaced.
 */
const tables = [
  `alter table articles add column public_version integer not null default 0`,
  `drop view public_articles`,
  `create view public_articles as select * from articles
    where published_at is not null and approved_at is not null and archived_at is null`,

  `create table article_versions (
    article_id text not null references articles (id) on delete cascade,
    number integer not null,
    weight text not null check (weight in ('first', 'small', 'notice')),
    notice_id text,
    reason text not null,
    -- The article's internal version that this change has made; null for the first.
    edit integer,
    -- The public form, as JSON, and its hash.
    content text,
    sha256 text,
    at text not null,
    by_user text,
    primary key (article_id, number)
  )`,

  `create index article_versions_notice on article_versions (notice_id) where notice_id is not null`,

  // Their files, from when the next version replaced them.
  `create table article_version_files (
    article_id text not null,
    number integer not null,
    kind text not null check (kind in ('pdf', 'source', 'image', 'figure')),
    -- Of a figure, as in its address.
    name text not null default '',
    file_id text not null references files (id),
    primary key (article_id, number, kind, name),
    foreign key (article_id, number) references article_versions (article_id, number) on delete cascade
  )`,
  `create index article_version_files_file on article_version_files (file_id)`,

  // What is rendered from the file of an earlier version, when it is first read.
  `create table version_texts (
    article_id text not null,
    number integer not null,
    renderer integer not null,
    -- JSON; null: the file has no text, or could not be rendered.
    text text,
    primary key (article_id, number),
    foreign key (article_id, number) references article_versions (article_id, number) on delete cascade
  )`,

  `insert into article_versions (article_id, number, weight, reason, at)
    select id, 1, 'first', '', published_at from articles where published_at is not null and approved_at is not null`,
  `insert into article_versions (article_id, number, weight, reason, edit, at, by_user)
    select c.article_id, 1 + row_number() over (partition by c.article_id order by c.version), 'small', c.reason,
      c.version, c.at, c.corrected_by
    from article_corrections c join articles a on a.id = c.article_id
    where a.published_at is not null and a.approved_at is not null and c.at >= a.approved_at`,
  `update articles set public_version = coalesce(
    (select max(number) from article_versions where article_id = articles.id), 0)`,
  filesOfFormerVersions,
]

/** The id in the address of a file, `/files/{id}/{name}`. */
const fileIdOf = (url: string): string | undefined => /^\/files\/([^/]+)\//.exec(url)?.[1]

/** The files that corrections have replaced and that are still kept. */
async function filesOfFormerVersions(connection: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{
    article_id: string
    number: number
    replaced: string
    pdf: string | null
    source: string | null
  }>`
    select v.article_id, v.number, c.replaced, a.pdf_file_id as pdf, (
      select f.file_id from article_files f where f.article_id = a.id and f.kind = 'source'
      order by f.position desc limit 1) as source
    from article_versions v
    join article_corrections c on c.article_id = v.article_id and c.version = v.edit
    join articles a on a.id = v.article_id
    order by v.article_id, v.number desc`.execute(connection)
  for (const [articleId, versions] of Map.groupBy(rows, ({ article_id }) => article_id)) {
    const files = { pdf: versions[0]!.pdf, source: versions[0]!.source }
    for (const { number, replaced } of versions) {
      const { pdfUrl, fullTextUrl } = JSON.parse(replaced) as Record<string, string | null | undefined>
      if (pdfUrl !== undefined) files.pdf = fileIdOf(pdfUrl ?? '') ?? null
      if (fullTextUrl !== undefined) files.source = fileIdOf(fullTextUrl ?? '') ?? null
      for (const [kind, fileId] of Object.entries(files)) {
        await sql`insert into article_version_files (article_id, number, kind, file_id)
          select ${articleId}, ${number - 1}, ${kind}, id from files where id = ${fileId}`.execute(connection)
      }
    }
  }
}

/** Content is stored once; an erasure may change names in it. */
const MAY_CHANGE = `(old.content is null and new.content is not null and new.article_id = old.article_id
    and new.number = old.number and new.weight = old.weight and new.reason = old.reason and new.at = old.at)
  or exists (select 1 from erasing)`

export const statements = {
  sqlite: [
    ...tables,
    `create trigger article_versions_no_update before update on article_versions when not (${MAY_CHANGE})
      begin select raise(abort, '${REFUSED}'); end`,
    `create trigger article_versions_no_delete before delete on article_versions
      when exists (select 1 from articles where id = old.article_id)
      begin select raise(abort, '${REFUSED}'); end`,
  ],
  postgres: [
    ...tables,
    `create function refuse_version_change() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' then
        if (${MAY_CHANGE}) then return new; end if;
      elsif not exists (select 1 from articles where id = old.article_id) then return old;
      end if;
      raise exception '${REFUSED}';
    end $$`,
    `create trigger article_versions_kept before update or delete on article_versions
      for each row execute function refuse_version_change()`,
  ],
}
