/** A search finds articles by their DOI and their authors' ORCID iDs: what changes one has them indexed again. */
const CONTENT = 'title, abstract, keywords, excerpt, published_at, pdf_file_id, doi'

const enqueue = (condition: string, now: string) => `insert into jobs (kind, subject, run_after, created_at)
  select 'index', head.article_id, '', ${now}
  from article_heads as head join articles on articles.id = head.article_id
  where ${condition} and (head.status = 'published'
    or exists (select 1 from search_articles where no = head.no))
  on conflict (kind, subject) do update set
    run_after = '', attempts = 0, claim = null, error = null, failed_at = null;`

const SQLITE_NOW = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
const POSTGRES_NOW = `to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const OF_PERSON = `head.article_id in (select article_id from article_contributors where contributor_id = new.id)`
const PERSON = `update of orcid, family_name on contributors`

export const statements = {
  sqlite: [
    `drop trigger index_due_article`,
    `create trigger index_due_article after update of ${CONTENT} on articles begin
      ${enqueue('head.article_id = new.id', SQLITE_NOW)} end`,
    `create trigger index_due_person after ${PERSON} begin ${enqueue(OF_PERSON, SQLITE_NOW)} end`,
  ],
  postgres: [
    `drop trigger index_due_article on articles`,
    `create trigger index_due_article after update of ${CONTENT} on articles
      for each row execute function enqueue_index_new_id()`,
    `create function enqueue_index_new_person() returns trigger language plpgsql as
      $$ begin ${enqueue(OF_PERSON, POSTGRES_NOW)} return null; end $$`,
    `create trigger index_due_person after ${PERSON} for each row execute function enqueue_index_new_person()`,
  ],
}
