type Timestamp = string
/** 'YYYY-MM-DD' */
type Day = string

/** News and calls for papers: see the migration for what the columns mean. */
export interface AnnouncementTables {
  announcements: AnnouncementRow
}

export interface AnnouncementRow {
  id: string
  kind: 'news' | 'call'
  slug: string
  title: string
  body: string
  shown_from: Day
  shown_until: Day | null
  deadline: Day | null
  published_at: Timestamp
  updated_at: Timestamp
  version: number
}
