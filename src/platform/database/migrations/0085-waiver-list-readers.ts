/** Fees officers who could read whether there is a request to pay less for a manuscript that they did not edit then. */
export const statements = [
  `create table waiver_list_readers (
    article_id text not null references articles (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    since text not null,
    primary key (article_id, user_id)
  )`,
  `create index waiver_list_readers_user on waiver_list_readers (user_id)`,
]
