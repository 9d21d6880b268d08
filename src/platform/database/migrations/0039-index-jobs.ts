/**
 * Articles are indexed by jobs like all other work in the background: the triggers enqueue them, in place of a queue of
 * their own.
 */
const CONTENT = 'title, abstract, keywords, excerpt, published_at, pdf_file_id'
const HEAD = 'status, category_id, volume_id, words'

/** The events after which an article may be due: a name, what happens, and whose row names the article. */
const EVENTS = [
  ['head_insert', 'insert on article_heads', 'new', 'article_id'],
  ['head_update', `update of ${HEAD} on article_heads`, 'new', 'article_id'],
  ['article', `update of ${CONTENT} on articles`, 'new', 'id'],
  ['text_insert', 'insert on full_texts', 'new', 'article_id'],
  ['text_update', 'update of passages on full_texts', 'new', 'article_id'],
  ['text_delete', 'delete on full_texts', 'old', 'article_id'],
  ['pdf_update', 'update of passages on pdf_texts', 'new', 'article_id'],
] as const

/** An article is due if it is public or indexed. What is deleted together with it no longer is. */
const enqueue = (article: string, now: string) => `insert into jobs (kind, subject, run_after, created_at)
  select 'index', head.article_id, '', ${now}
  from article_heads as head join articles on articles.id = head.article_id
  where head.article_id = ${article} and (head.status = 'published'
    or exists (select 1 from search_articles where no = head.no))
  on conflict (kind, subject) do update set
    run_after = '', attempts = 0, claim = null, error = null, failed_at = null;`

const SQLITE_NOW = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
const POSTGRES_NOW = `to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const moved = `insert into jobs (kind, subject, run_after, created_at, attempts)
  select 'index', article_id, '', '1970-01-01T00:00:00.000Z', 0 from search_due`

const renamed = `alter table server_processes rename column rounds to work`

export const statements = {
  sqlite: [
    ...EVENTS.map(([name]) => `drop trigger search_due_${name}`),
    moved,
    `drop table search_due`,
    ...EVENTS.map(
      ([name, event, row, column]) =>
        `create trigger index_due_${name} after ${event} begin ${enqueue(`${row}.${column}`, SQLITE_NOW)} end`,
    ),
    renamed,
  ],
  postgres: [
    ...EVENTS.map(([name, event]) => `drop trigger search_due_${name} on ${event.split(' ').at(-1)}`),
    moved,
    `drop table search_due`,
    ...(['new_article_id', 'old_article_id', 'new_id'] as const).flatMap((name) => [
      `drop function note_search_due_${name}()`,
      `create function enqueue_index_${name}() returns trigger language plpgsql as
        $$ begin ${enqueue(name.replace('_', '.'), POSTGRES_NOW)} return null; end $$`,
    ]),
    ...EVENTS.map(
      ([name, event, row, column]) =>
        `create trigger index_due_${name} after ${event} for each row execute function enqueue_index_${row}_${column}()`,
    ),
    renamed,
  ],
}
