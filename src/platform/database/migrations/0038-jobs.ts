/**
 * One table of all work in the background, in place of a queue for each kind. What waited in those goes on; what they had
 * given up is given up, without words for why.
 */
const AT = `'1970-01-01T00:00:00.000Z'`
const GIVEN_UP = `'It failed several times. The log of that time has the reason.'`

const moved = (kind: string, subject: string, from: string, attempts: number, runAfter = 'next_try_at') =>
  `insert into jobs (kind, subject, run_after, attempts, created_at, error, failed_at)
    select '${kind}', ${subject}, ${runAfter}, attempts, ${runAfter},
      case when attempts >= ${attempts} then ${GIVEN_UP} end, case when attempts >= ${attempts} then ${runAfter} end
    from ${from}`

export const statements = [
  `create table jobs (
    kind text not null,
    -- The id of what it is about; its row may be gone by then.
    subject text not null,
    -- '': at once, whatever the clock says. While a process works on it: when others may take it over.
    run_after text not null,
    attempts integer not null default 0,
    -- Who works on it; null: nobody.
    claim text,
    -- Why the last attempt failed, as a sentence.
    error text,
    -- When it was given up.
    failed_at text,
    created_at text not null,
    primary key (kind, subject)
  )`,
  `create index jobs_due on jobs (kind, run_after, created_at) where failed_at is null`,
  `create index jobs_failed on jobs (failed_at) where failed_at is not null`,

  moved('pictures', 'file_id', 'variants_to_make', 3),
  moved('texts', 'article_id', 'texts_to_render', 3),
  moved('pdfTexts', 'article_id', 'pdf_texts where next_try_at is not null and passages is null', 1000),
  moved('typesetting', 'article_id', 'typeset_pdfs where file_id is null', 3),
  moved(
    'cleaning',
    'id',
    'review_files where cleaned_file_id is null and held_back is null',
    5,
    `coalesce(next_try_at, ${AT})`,
  ),

  `drop table variants_to_make`,
  `drop table texts_to_render`,
  `drop index pdf_texts_next`,
  `alter table pdf_texts drop column attempts`,
  `alter table pdf_texts drop column next_try_at`,
  `alter table typeset_pdfs drop column attempts`,
  `alter table typeset_pdfs drop column next_try_at`,
  `alter table review_files drop column attempts`,
  `alter table review_files drop column next_try_at`,
]
