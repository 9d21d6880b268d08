import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { type ReportFile, type ReportInWriting, reviewReports } from '../../../../../contract/api/review-reports.ts'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import type { OutputOf } from '../../../../../contract/api/endpoint.ts'
import { type ApiError, failureOf } from '../../../../client/api-error.ts'
import { browserApi } from '../../../../client/api.ts'
import {
  type DraftContent,
  EMPTY_DRAFT,
  holdsAllOf,
  isSameDraft,
} from '../../../../../contract/rules/peer-review/report-draft.ts'
import { sendOnLeaving } from '../../../../client/send-on-leaving.ts'
import { DeviceDrafts } from '../../../../ui/drafts/device-drafts.ts'
import { type DraftKind, DraftSync, type DraftState, newTab } from '../../../../ui/drafts/draft-sync.ts'

const REPORT: DraftKind<DraftContent> = {
  empty: EMPTY_DRAFT,
  isSame: isSameDraft,
  holdsAllOf,
  save: (draft) => browserApi.reviewReports.saveDraft(draft),
  newerIn: ({ newerDraft }) => newerDraft ?? null,
  leave: (draft) => sendOnLeaving(reviewReports.saveDraft, draft),
}

export interface Opened {
  writing: ReportInWriting
  keeper: DraftSync<DraftContent>
}

/** Opens a report: what the journal has of it, and what this device has. */
export function useOpenedReport(): { opened: Opened | null; failure: ApiError | null; tryAgain: () => void } {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isGone = false
    let stop = () => {}
    const open = async () => {
      const device = new DeviceDrafts<DraftContent>('journal-reports')
      const writing = await browserApi.reviewReports.draft()
      // Private windows of some browsers keep nothing: then the journal alone does.
      const entries = await device.read(writing.assignmentId).catch(() => [])
      if (isGone) return
      const keeper = new DraftSync(
        REPORT,
        device,
        { subject: writing.assignmentId, draft: writing.draft },
        entries,
        newTab(),
      )
      if (writing.state === 'open' || writing.state === 'late') stop = keeper.start()
      setOpened({ writing, keeper })
    }
    open().catch((error: unknown) => !isGone && setFailure(failureOf(error)))
    return () => {
      isGone = true
      stop()
    }
  }, [attempt])

  const tryAgain = () => {
    setFailure(null)
    setAttempt((before) => before + 1)
  }
  return { opened, failure, tryAgain }
}

export const useDraftState = (keeper: DraftSync<DraftContent>): DraftState<DraftContent> =>
  useSyncExternalStore(keeper.subscribe, keeper.state)

const CHECK_AGAIN_MS = 1_500

/** The files of a report; asked again while their copies without names are being made. */
export function useReportFiles(first: ReportFile[]) {
  const [files, setFiles] = useState(first)
  const isChecking = files.some(({ state }) => state === 'checking')

  useEffect(() => {
    if (!isChecking) return
    const timer = setInterval(() => {
      browserApi.reviewReports.draft().then(
        (writing) => setFiles(writing.files),
        () => {},
      )
    }, CHECK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isChecking])

  return { files, setFiles, isChecking }
}

/** What the form needs to know of a review. */
export type ReviewToReport = Pick<OpenReview, 'title' | 'name' | 'reviewer'>

export type ReportSent = OutputOf<typeof reviewReports.send>

export interface ReportFormProps {
  review: ReviewToReport
  /** What is asked besides, and is no part of the draft. */
  also?: ReactNode
  onSent: (sent: ReportSent) => void
}
