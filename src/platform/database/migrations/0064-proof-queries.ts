/** What an editor asks the authors at passages of a proof, and what they answer; and the PDFs that the journal has made. */
export const statements = [
  `create table proof_queries (
    proof_id text not null references proofs (id) on delete cascade,
    position integer not null,
    -- The page that the passage is on; null where the question is about the whole.
    page integer,
    -- The words of the passage.
    anchor text not null,
    question text not null,
    answer text,
    answered_at text,
    settled_at text,
    settled_by text,
    primary key (proof_id, position)
  )`,
  `create table made_pdfs (
    file_id text primary key references files (id) on delete cascade,
    purpose text not null check (purpose in ('proof', 'publication')),
    -- The file with the text; null once it is gone.
    source_file_id text references files (id) on delete set null
  )`,
  `create index made_pdfs_source on made_pdfs (source_file_id)`,
]
