import { MINUTE_MS } from '../text/dates.ts'

/**
 * How far the copy of a reviewer's file is that authors may get. `look`: there is one, and an editor has to look at it
 * first. `held-back`: none can be made. `failed`: it has been tried too often.
 */
export const REPORT_FILE_STATES = ['checking', 'delayed', 'cleaned', 'look', 'held-back', 'failed'] as const
export type ReportFileState = (typeof REPORT_FILE_STATES)[number]

/** What is stored of a file of a report. */
export interface StoredReportFile {
  cleaned_file_id: string | null
  held_back: string | null
  looked_at_file_id: string | null
  created_at: string
}

/** How far making the copy is; null if nothing is being done. */
export interface CleaningState {
  attempts: number
  /** When it was given up. */
  failedAt: string | null
}

/** How long to wait after each failed attempt to make a copy. */
export const CLEANING_PAUSES_MS = [0.75, 5, 30, 120].map((minutes) => minutes * MINUTE_MS)
const ATTEMPTS = CLEANING_PAUSES_MS.length + 1

/** A reviewer is not kept waiting for it any longer. */
const DELAYED_MS = 2 * MINUTE_MS

export function reportFileState(file: StoredReportFile, job: CleaningState | null, now: Date): ReportFileState {
  if (file.cleaned_file_id !== null)
    return file.held_back === null || file.looked_at_file_id === file.cleaned_file_id ? 'cleaned' : 'look'
  if (file.held_back !== null) return 'held-back'
  if (job?.failedAt) return 'failed'
  return (job !== null && job.attempts > 1) || now.getTime() - Date.parse(file.created_at) > DELAYED_MS
    ? 'delayed'
    : 'checking'
}

export const CLEANING_FAILED = `Removing names from this file has failed ${ATTEMPTS} times. It is not tried again automatically.`
export const CLEANING_DELAYED = 'Names have not been removed from this file yet. The journal tries again automatically.'

/** Why authors do not get a file, or not yet; null for one that they can get. */
export function whyNotForAuthors(file: StoredReportFile, job: CleaningState | null, now: Date): string | null {
  const state = reportFileState(file, job, now)
  if (state === 'cleaned') return null
  if (state === 'failed') return CLEANING_FAILED
  return state === 'delayed' ? CLEANING_DELAYED : file.held_back
}

/** The name of a file for authors, without its ending: 'Reviewer K', 'Reviewer K 2'. `at` counts those of a report from 0. */
export const reviewerFileName = (label: string, at: number): string => `Reviewer ${label}${at ? ` ${at + 1}` : ''}`

export const COPY_CHANGED = 'This copy has changed since you looked at it. Please look at the new one.'
export const NO_COPY =
  'There is no copy of this file that could be released. You can replace the file, or leave it out.'
export const FILE_REPLACED = 'This file has been replaced. Please reload the page.'
export const FILE_GIVEN = 'The authors have this file already.'
export const NOT_TO_BE_TRIED = 'A copy of this file is there already, or is being made.'
export const NO_FILE_TO_GIVE = 'This file has not been cleaned of names and looked at.'
export const REPORT_NOT_GIVEN =
  'The authors do not have this report yet. Its files can go with the decision, or once the letter has been sent.'
export const REPLACEMENT_TYPE = 'A replacement must be a document or an image, preferably a PDF'
export const REPLACEMENT_TAKEN = 'This file is already used. Please upload it again.'
