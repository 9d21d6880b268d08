const REFUSED = 'bank details are only ever added'

/** The bank details of invoices: each as it was proposed, and what became of it. */
const tables = [
  `create table bank_details (
    id text primary key,
    -- The order in which they were proposed: clocks go back.
    number integer not null unique,
    words text not null,
    proposed_by text not null,
    proposed_at text not null,
    -- From when it holds without anybody's confirmation: where nobody else could give it.
    alone_until text,
    -- The hours of that time that the journal was at work, whatever the clock says, and when the last was counted.
    hours_counted integer not null default 0,
    counted_at text,
    -- Null: it came into force by itself, or has not.
    confirmed_by text,
    in_force_from text,
    -- Null: the journal ended it, because its proposer is a managing editor no more.
    ended_by text,
    ended_at text,
    state text not null check (state in ('waiting', 'confirmed', 'ended')),
    check ((state = 'confirmed') = (in_force_from is not null)),
    check ((state = 'ended') = (ended_at is not null))
  )`,
  `create unique index bank_details_waiting on bank_details (state) where state = 'waiting'`,
]

const FIXED = ['id', 'number', 'words', 'proposed_by', 'proposed_at', 'alone_until']

export const statements = {
  sqlite: [
    ...tables,
    `create trigger bank_details_no_delete before delete on bank_details
      begin select raise(abort, '${REFUSED}'); end`,
    // 'insert or replace' deletes the old row without firing the trigger above.
    `create trigger bank_details_no_replace before insert on bank_details
      when exists (select 1 from bank_details where id = new.id or number = new.number)
      begin select raise(abort, '${REFUSED}'); end`,
    `create trigger bank_details_no_update before update of ${FIXED.join(', ')} on bank_details
      begin select raise(abort, '${REFUSED}'); end`,
    `create trigger bank_details_settled before update on bank_details when old.state <> 'waiting'
      begin select raise(abort, '${REFUSED}'); end`,
  ],
  postgres: [
    ...tables,
    `create function refuse_bank_details_change() returns trigger language plpgsql as $$ begin
      raise exception '${REFUSED}';
    end $$`,
    `create trigger bank_details_no_delete before delete or truncate on bank_details
      for each statement execute function refuse_bank_details_change()`,
    `create trigger bank_details_no_update before update of ${FIXED.join(', ')} on bank_details
      for each row execute function refuse_bank_details_change()`,
    `create trigger bank_details_settled before update on bank_details
      for each row when (old.state <> 'waiting') execute function refuse_bank_details_change()`,
  ],
}
