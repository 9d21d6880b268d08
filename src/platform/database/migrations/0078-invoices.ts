/**
 * Invoices and credit notes, in one series of numbers without gaps, and what was paid. An invoice is never changed: the law wants
 * it kept as it was sent, also when its article or its payer's account is gone, so that it refers to neither by a foreign key.
 */
const REFUSED = 'An invoice is never changed: it is credited and issued again'
const tables = [
  // Held while a number is taken, so that two servers never take the same, and one that is not used is given back.
  `create table invoice_counters (
    year integer primary key,
    last integer not null check (last >= 0)
  )`,
  `create table invoices (
    number text primary key,
    article_id text not null,
    -- Of a credit note: the invoice that it takes back, which can be done once.
    credits text references invoices (number),
    side text not null check (side in ('local', 'international')),
    -- Why this side, where its authors are of both.
    side_reason text not null,
    payer text not null,
    payer_address text not null,
    -- JSON: what for, and its amount in the smallest unit.
    lines text not null,
    -- JSON: what else is printed, as it was on that day: the journal's name, the manuscript, where to pay.
    printed text not null,
    currency text not null,
    -- In the smallest unit of the currency; of a credit note less than 0.
    total integer not null check (total <> 0),
    issued_on text not null,
    -- Of a credit note null.
    due_on text,
    issued_by text not null,
    issued_at text not null,
    check ((credits is null) = (total > 0)),
    check ((credits is null) = (due_on is not null))
  )`,
  `create unique index invoices_credits on invoices (credits)`,
  `create index invoices_article on invoices (article_id)`,
  `create table payments (
    id text primary key,
    invoice text not null references invoices (number),
    received_on text not null,
    -- In the currency of the invoice, in its smallest unit.
    amount integer not null check (amount > 0),
    reference text not null,
    noted_by text not null,
    noted_at text not null,
    -- When it was taken back as noted by mistake.
    withdrawn_at text,
    withdrawn_by text
  )`,
  `create index payments_invoice on payments (invoice)`,
  `create index payments_noted_by on payments (noted_by)`,
  `create table invoice_reminders (
    invoice text not null references invoices (number),
    -- Days after the invoice was due.
    days integer not null,
    -- Null: passed over, as a later one was due already.
    sent_at text,
    primary key (invoice, days)
  )`,
  // Which of the two fees an article has, once an editor has said so; it may be that there is nothing to pay.
  `create table fee_sides (
    article_id text primary key references articles (id) on delete cascade,
    side text not null check (side in ('local', 'international')),
    reason text not null,
    chosen_by text not null,
    chosen_at text not null
  )`,
  `create index fee_sides_chosen_by on fee_sides (chosen_by)`,
  `create index invoices_issued_by on invoices (issued_by)`,
]

export const statements = {
  sqlite: [
    ...tables,
    ...['update', 'delete'].map(
      (change) => `create trigger invoices_no_${change} before ${change} on invoices
        begin select raise(abort, '${REFUSED}'); end`,
    ),
    // 'insert or replace' deletes the old row without firing the trigger above.
    `create trigger invoices_no_replace before insert on invoices
      when exists (select 1 from invoices where number = new.number)
      begin select raise(abort, '${REFUSED}'); end`,
  ],
  postgres: [
    ...tables,
    `create function refuse_invoice_change() returns trigger language plpgsql as
      $$ begin raise exception '${REFUSED}'; end $$`,
    `create trigger invoices_kept before update or delete or truncate on invoices
      for each statement execute function refuse_invoice_change()`,
  ],
}
