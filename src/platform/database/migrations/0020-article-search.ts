/**
 * The search of public articles: two indexes of analysed words (what lists show of an article, and everything it says),
 * the words and Latin names that occur, and the articles that have yet to be indexed. Triggers note those, so that no
 * write can be forgotten; the program indexes them.
 */

const indexed = (number: string) => [
  // The number is that of the article's head.
  `create table search_articles (
    no ${number} primary key,
    article_id text not null unique references articles (id) on delete cascade,
    title text not null,
    published_at text not null,
    -- Names separated by newlines.
    authors text not null,
    analyser integer not null
  )`,
  `create index search_articles_published_at on search_articles (published_at, no)`,
  `create index search_articles_analyser on search_articles (analyser)`,
  `create table search_due (
    article_id text primary key references articles (id) on delete cascade,
    -- Incremented by every change: what was read before the last one is indexed again.
    stamp integer not null default 0,
    attempts integer not null default 0,
    next_try_at text not null default ''
  )`,
  `create index search_due_next on search_due (next_try_at)`,
  // The text of the PDF of an article without another: passages as JSON; null until it has been read.
  `create table pdf_texts (
    article_id text primary key references articles (id) on delete cascade,
    file_id text not null,
    passages text,
    attempts integer not null,
    next_try_at text
  )`,
  `create index pdf_texts_next on pdf_texts (next_try_at)`,
]

const names = (bytewise: string) => [
  // As italics in the texts show them; \`name\` in small letters.
  `create table search_names (
    name text ${bytewise} primary key,
    shown text not null,
    epithet text ${bytewise} not null,
    articles integer not null
  )`,
  `create index search_names_epithet on search_names (epithet)`,
]

const DUE = `insert into search_due (article_id)`
const AGAIN = `on conflict (article_id) do update set stamp = search_due.stamp + 1, attempts = 0, next_try_at = ''`

/** What an article says besides its people, which come with the words of its head. */
const CONTENT = 'title, abstract, keywords, excerpt, published_at, pdf_file_id'

/** An article is due if it is public or indexed. What is deleted together with it no longer is. */
const due = (article: string) => `${DUE} select head.article_id
  from article_heads as head join articles on articles.id = head.article_id
  where head.article_id = ${article} and (head.status = 'published'
    or exists (select 1 from search_articles where no = head.no)) ${AGAIN};`

const sqliteDue = (name: string, event: string, article: string) =>
  `create trigger ${name} after ${event} begin ${due(article)} end`

const backfill = `${DUE} select article_id from article_heads where status = 'published' order by no desc`

const sqlite = [
  ...indexed('integer'),
  `create table search_words (
    id integer primary key,
    word text not null unique,
    articles integer not null
  )`,
  ...names(''),
  // The words come analysed: what is not ASCII is always part of a word here, as are the signs of ids.
  ...[
    ['search_heads', 'marks, title, names, keywords, abstract'],
    ['search_bodies', 'marks, words'],
  ].map(
    ([table, columns]) => `create virtual table ${table} using fts5 (${columns}, content = '', contentless_delete = 1,
      tokenize = "ascii tokenchars '-_'")`,
  ),
  `create virtual table search_spellings using fts5 (word, content = '',
    tokenize = 'trigram', detail = none, columnsize = 0)`,
  `create trigger search_articles_delete after delete on search_articles begin
    delete from search_heads where rowid = old.no; delete from search_bodies where rowid = old.no; end`,
  `create trigger search_words_insert after insert on search_words begin
    insert into search_spellings (rowid, word) values (new.id, '^' || new.word || '$'); end`,
  sqliteDue('search_due_head_insert', 'insert on article_heads', 'new.article_id'),
  sqliteDue(
    'search_due_head_update',
    'update of status, category_id, volume_id, words on article_heads',
    'new.article_id',
  ),
  sqliteDue('search_due_article', `update of ${CONTENT} on articles`, 'new.id'),
  sqliteDue('search_due_text_insert', 'insert on full_texts', 'new.article_id'),
  sqliteDue('search_due_text_update', 'update of passages on full_texts', 'new.article_id'),
  sqliteDue('search_due_text_delete', 'delete on full_texts', 'old.article_id'),
  sqliteDue('search_due_pdf_update', 'update of passages on pdf_texts', 'new.article_id'),
  backfill,
]

const postgresDue = (name: string, event: string, row: 'new' | 'old', column: string) =>
  `create trigger ${name} after ${event} for each row execute function note_search_due_${row}_${column}()`

const dueFunction = (row: 'new' | 'old', column: string) =>
  `create function note_search_due_${row}_${column}() returns trigger language plpgsql as
    $$ begin ${due(`${row}.${column}`)} return null; end $$`

const postgres = [
  ...indexed('bigint'),
  `create function search_grams(word text) returns text[] language sql immutable as
    $$ select array_agg(distinct substr('^' || word || '$', at, 3)) from generate_series(1, length(word)) as at $$`,
  `create table search_words (
    word text collate "C" primary key,
    articles integer not null,
    -- The pieces of three letters of ^word$, each once.
    grams text[] generated always as (search_grams(word)) stored
  )`,
  `create index search_words_grams on search_words using gin (grams)`,
  ...names('collate "C"'),
  `create table search_vectors (
    no bigint primary key references search_articles (no) on delete cascade,
    head tsvector not null,
    body tsvector not null
  )`,
  `create index search_vectors_head on search_vectors using gin (head)`,
  `create index search_vectors_body on search_vectors using gin (body)`,
  dueFunction('new', 'article_id'),
  dueFunction('old', 'article_id'),
  dueFunction('new', 'id'),
  postgresDue('search_due_head_insert', 'insert on article_heads', 'new', 'article_id'),
  postgresDue(
    'search_due_head_update',
    'update of status, category_id, volume_id, words on article_heads',
    'new',
    'article_id',
  ),
  postgresDue('search_due_article', `update of ${CONTENT} on articles`, 'new', 'id'),
  postgresDue('search_due_text_insert', 'insert on full_texts', 'new', 'article_id'),
  postgresDue('search_due_text_update', 'update of passages on full_texts', 'new', 'article_id'),
  postgresDue('search_due_text_delete', 'delete on full_texts', 'old', 'article_id'),
  postgresDue('search_due_pdf_update', 'update of passages on pdf_texts', 'new', 'article_id'),
  backfill,
]

export const statements = { sqlite, postgres }
