import type { Generated } from 'kysely'
import type { VolumeKind, VolumeRelease, VolumeState } from '../../contract/rules/articles/volume-pages.ts'

type Timestamp = string

/** Volumes and what is on their pages: see the migration for what the columns mean. */
export interface VolumeTables {
  volumes: {
    id: string
    title: string
    created_at: Timestamp
    updated_at: Timestamp
    version: Generated<number>
    kind: Generated<VolumeKind>
    cover_file_id: Generated<string | null>
    former_cover_file_id: Generated<string | null>
    front_matter: Generated<string>
    release: Generated<VolumeRelease>
    state: Generated<VolumeState>
    published_at: Generated<Timestamp | null>
  }
  issue_articles: { article_id: string; volume_id: string; position: number; heading: string }
  scheduled_articles: {
    article_id: string
    volume_id: string
    pdf_file_id: string
    issue: string | null
    page_num: string | null
    reviews: string | null
    version: number
    held_at: Timestamp
  }
  held_texts: { article_id: string; file_id: string; body: string | null; back: string | null }
  held_figures: { article_id: string; position: number; file_id: string }
  guest_editors: { volume_id: string; position: number; name: string; affiliation: string; orcid: string | null }
}
